import * as v from 'valibot'
import { timestamp } from '../../../shared/platform/clock.ts'
import { addressOf } from '../../../shared/store/batch-loader.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import type { Range } from '../../../shared/store/index-ranges.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { readRule } from './recurrence/rule.ts'
import { monthOf } from './states.ts'
import type { Task } from './task.ts'
import { audiencesOf, privateTasksOf } from './task-lists.ts'

/** Where a task stands in a listing that no index has. */
const listEntrySchema = v.object({ partition: v.string(), order: v.string(), taskId: v.string() })
export type ListEntry = v.InferOutput<typeof listEntrySchema>

export const listEntries: Collection<ListEntry> = {
  name: 'task_list_entry',
  schema: listEntrySchema,
  key: ({ partition, order }) => ({ PK: partition, SK: order }),
  toldByKey: ({ PK, SK }) => ({ partition: PK, order: SK, taskId: SK.slice(-36) }),
}

/** The tasks of a listing by their last change. */
export function byChange(list: string): string {
  return `${list}#CHANGED`
}

/** The tasks of a listing by when they take place: single ones by their start, series by their end. */
export function byTime(list: string): string {
  return `${list}#TIMES`
}

export const singleStart = 'S#'
export const seriesStart = 'R#'

/** The tasks that are linked to a resource. Each listing whose readers see them stands by itself. */
export function linkedTo(resourceId: string): string {
  return `TASKLINK#${resourceId}`
}

/** The part of a resource's tasks that stands in a listing. No name of a listing has a space. */
export function linkedIn(list: string): Range {
  return { from: `${list} `, to: `${list} ~` }
}

/** All entries of a task. */
export function entriesOf(task: Task): ListEntry[] {
  const { id: taskId, entityId, isPrivate, updatedAt, links } = task
  const listed = audiencesOf(task).flatMap((list) => [
    { partition: byChange(list), order: `${updatedAt}#${taskId}`, taskId },
    { partition: byTime(list), order: `${timesOf(task)}#${taskId}`, taskId },
    ...links.map(({ id }) => ({ partition: linkedTo(id), order: `${list} ${taskId}`, taskId })),
  ])
  return [...listed, ...(isPrivate ? [{ partition: privateTasksOf(entityId), order: taskId, taskId }] : [])]
}

/** A single task without a past of its own stands at its start; everything else at the last moment that it may reach. */
function timesOf(task: Task): string {
  const { recurrence, startAt, moves, stateMonths } = task
  const hasPast =
    stateMonths !== null && (stateMonths.first !== monthOf(startAt) || stateMonths.last !== stateMonths.first)
  if (!recurrence && !hasPast) return `${singleStart}${moves[0]?.startAt ?? startAt}`
  const ends = [endOf(task), ...moves.map((move) => move.startAt)].sort()
  return `${seriesStart}${ends.at(-1)}`
}

/** When the single task of an entry starts. */
export function startOfSingle(order: string): string {
  return order.slice(singleStart.length).split('#')[0] ?? ''
}

/** After every timestamp. */
const never = '9999-12-31T23:59:59.999Z'

function endOf({ recurrence, startAt, stateMonths, status, endedAt }: Task): string {
  const lastState = stateMonths ? `${stateMonths.last}-31T23:59:59.999Z` : startAt
  if (!recurrence) return lastState < startAt ? startAt : lastState
  const until = readRule(recurrence.rule)?.untilMs ?? null
  if (until !== null) return [timestamp(Math.max(until, Date.parse(startAt))), lastState].sort().at(-1) ?? never
  // A series that was completed has a state for each instance.
  return status === 'completed' && endedAt !== null ? lastState : never
}

/** Writes the difference of a task's entries. */
export function writeEntries(work: UnitOfWork, before: Task | null, after: Task | null): void {
  const [old, current] = [before, after].map(
    (task) => new Map((task ? entriesOf(task) : []).map((entry) => [addressOf(listEntries.key(entry)), entry])),
  )
  for (const [address, entry] of old ?? []) if (!current?.has(address)) work.removePart(listEntries.key(entry))
  for (const [address, entry] of current ?? []) if (!old?.has(address)) work.putPart(listEntries, entry)
}
