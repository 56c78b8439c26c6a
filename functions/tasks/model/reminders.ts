import * as v from 'valibot'
import { dayMs, minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import { dueKeysIn } from '../../../shared/store/due.ts'
import type { Key } from '../../../shared/store/table.ts'
import { instancesFrom, instancesOf } from './series.ts'
import { type Reminder, type Task, taskPartition } from './task.ts'

const dueSortKey = 'DUE'

/** When the next reminder of a task fires. Kept apart from the task, whose version a reminder does not change. */
const reminderDueSchema = v.object({
  taskId: v.string(),
  orgId: v.optional(v.string(), ''),
  dueAt: v.string(),
  version: v.number(),
})
export type ReminderDue = v.InferOutput<typeof reminderDueSchema>

export function reminderDueKey(taskId: string): Key {
  return { PK: taskPartition(taskId), SK: dueSortKey }
}

export function isReminderDueKey({ PK, SK }: Key): boolean {
  return PK.startsWith(taskPartition('')) && SK === dueSortKey
}

export const remindersDue: Collection<ReminderDue> = {
  name: 'task_reminder_due',
  schema: reminderDueSchema,
  key: ({ taskId }) => reminderDueKey(taskId),
  indexKeys: ({ taskId, orgId, dueAt }) => dueKeysIn(orgId, taskId, dueAt),
}

/** A reminder that was sent for an instance: it never is again. */
const sentReminderSchema = v.object({
  taskId: v.string(),
  occurrenceAt: v.string(),
  reminderId: v.string(),
  sentAt: v.string(),
})
type SentReminder = v.InferOutput<typeof sentReminderSchema>

/** Longer than instances are moved ahead. */
const keptForMs = 2 * 365 * dayMs

export function sentReminderKey({ taskId, occurrenceAt, reminderId }: Omit<SentReminder, 'sentAt'>): Key {
  return { PK: taskPartition(taskId), SK: `REMINDED#${occurrenceAt}#${reminderId}` }
}

export const sentReminders: Collection<SentReminder> = {
  name: 'task_reminder_sent',
  schema: sentReminderSchema,
  key: sentReminderKey,
  expiresAtSec: ({ sentAt }) => Math.ceil((Date.parse(sentAt) + keptForMs) / 1000),
}

/** A reminder of one instance. */
export interface Firing {
  readonly reminder: Reminder
  readonly occurrenceAt: string
  readonly startAt: string
  readonly atMs: number
}

type Reminded = Pick<Task, 'startAt' | 'timezone' | 'recurrence' | 'timeOfDayMs' | 'moves' | 'reminders'>

/** The reminders that fire in [fromMs, toMs], of instances whether they are done or not. */
export function firingsBetween(task: Reminded, fromMs: number, toMs: number): Firing[] {
  const moved = new Set(task.moves.map(({ occurrenceAt }) => occurrenceAt))
  return task.reminders.flatMap((reminder) => {
    const before = reminder.minutesBefore * minuteMs
    const [startsFrom, startsTo] = [timestamp(fromMs + before), timestamp(toMs + before)]
    const unmoved = [...instancesOf(task, fromMs + before, toMs + before)].filter((at) => !moved.has(at))
    const elsewhere = task.moves.filter(
      ({ isDone, startAt }) => !isDone && startAt >= startsFrom && startAt <= startsTo,
    )
    const starts = [...unmoved.map((at) => ({ occurrenceAt: at, startAt: at })), ...elsewhere]
    return starts.map(({ occurrenceAt, startAt }) => ({
      reminder,
      occurrenceAt,
      startAt,
      atMs: Date.parse(startAt) - before,
    }))
  })
}

/** When the next reminder fires from a moment on; null: none does. Instances may turn out to be done by then. */
export function nextFiringFrom(task: Reminded & Pick<Task, 'status'>, fromMs: number): string | null {
  if (task.status !== 'open') return null
  const moved = new Set(task.moves.map(({ occurrenceAt }) => occurrenceAt))
  const times = task.reminders.flatMap(({ minutesBefore }) => {
    const before = minutesBefore * minuteMs
    const unmoved = firstOf(instancesFrom(task, fromMs + before), (at) => !moved.has(at))
    const elsewhere = task.moves.filter(({ isDone }) => !isDone).map(({ startAt }) => startAt)
    return [...unmoved, ...elsewhere].map((startAt) => Date.parse(startAt) - before).filter((at) => at >= fromMs)
  })
  return times.length === 0 ? null : timestamp(Math.min(...times))
}

function firstOf(instants: Iterable<string>, isIt: (at: string) => boolean): string[] {
  for (const at of instants) if (isIt(at)) return [at]
  return []
}
