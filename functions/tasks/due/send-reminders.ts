import { dayMs, minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { logError } from '../../../shared/platform/log.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { addressOf } from '../../../shared/store/batch-loader.ts'
import { recordsOf, versionIs } from '../../../shared/store/collection.ts'
import { commit } from '../../../shared/store/commit.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItems, type Key } from '../../../shared/store/table.ts'
import { countTestEmails } from '../../../shared/store/test-emails.ts'
import { timeIn } from '../../../shared/store/test-mode.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { dataOf, note } from '../model/change-task.ts'
import {
  type Firing,
  firingsBetween,
  nextFiringFrom,
  type ReminderDue,
  remindersDue,
  sentReminderKey,
  sentReminders,
} from '../model/reminders.ts'
import { monthOf, type OccurrenceState, stateMonthKey, stateMonths } from '../model/states.ts'
import { placeOfTask, type Task, taskIdOf, taskKey, tasks } from '../model/task.ts'

/** A reminder that is later than this is only sent while its occurrence lies ahead. */
const usefulForMs = 15 * minuteMs

/** The longest time before an occurrence. */
const longestBeforeMs = 28 * dayMs

/** Each takes a few of the hundred items of a commit; the next sweep sends the rest. */
const sentAtOnce = 20

/** Sends what is due of each task. One that fails holds up no other, and stays due. Returns how many tasks were seen to. */
export async function sendReminders(platform: Platform, keys: readonly Key[]): Promise<number> {
  const outcomes = await Promise.allSettled(keys.map((key) => remind(platform, key)))
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') await logError('the reminders of a task could not be sent', outcome.reason)
  return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length
}

/** False if nothing is due any more, or somebody changed the task meanwhile: then the next sweep decides anew. */
async function remind(platform: Platform, key: Key): Promise<boolean> {
  const { table, clock } = platform
  const taskId = taskIdOf(key) ?? ''
  const items = await getItems(table, [key, taskKey(taskId)])
  const [[due], [task]] = [recordsOf(remindersDue, items), recordsOf(tasks, items)]
  const nowMs = task ? await timeIn(platform, task.orgId) : clock()
  if (!due || (task && Date.parse(due.dueAt) > nowMs)) return false
  const work = new UnitOfWork({ ...platform, author: systemAuthor(taskId), aheadMs: nowMs - clock() })
  if (!task) work.remove(remindersDue, due)
  else await sendDue(platform, work, { task, due, nowMs })
  return (await commit(table, work)) === 'committed'
}

interface Reminding {
  readonly task: Task
  readonly due: ReminderDue
  readonly nowMs: number
}

async function sendDue({ table }: Platform, work: UnitOfWork, { task, due, nowMs }: Reminding): Promise<void> {
  const fromMs = Math.max(Date.parse(due.dueAt), nowMs - longestBeforeMs)
  const useful = usefulOf(task.status === 'open' ? firingsBetween(task, fromMs, nowMs) : [], nowMs)
  const items = await getItems(table, keysBeside(task, useful))
  const sent = new Set(recordsOf(sentReminders, items).map((each) => addressOf(sentReminderKey(each))))
  const states = new Map(
    recordsOf(stateMonths, items).flatMap((month) => month.states.map((state) => [state.at, state])),
  )
  const pending = useful.filter((firing) => !isDone(states.get(firing.occurrenceAt)) && !sent.has(markOf(task, firing)))
  const [now, later] = [pending.slice(0, sentAtOnce), pending[sentAtOnce]]
  for (const firing of now) send(work, task, { ...firing, state: states.get(firing.occurrenceAt) }, nowMs)
  const emails = now.filter(({ reminder }) => reminder.channel === 'email').length
  if (!task.livemode && emails > 0) countTestEmails(work, { testOrgId: task.orgId, emails, isAskedFor: false })
  const next = later ? timestamp(later.atMs) : nextFiringFrom(task, nowMs + 1)
  if (next === null) work.remove(remindersDue, due)
  else work.update(remindersDue, due, { ...due, dueAt: next, version: due.version + 1 })
  // A completion at this moment comes before the reminder, or after it.
  const check = { Key: taskKey(task.id), ...versionIs(tasks, task) }
  work.write((TableName) => ({ ConditionCheck: { TableName, ...check } }), 'stale')
}

/** After a stall, the last one of each occurrence and channel, and only if the occurrence lies ahead. */
function usefulOf(firings: readonly Firing[], nowMs: number): Firing[] {
  const useful = firings
    .filter(({ atMs, startAt }) => atMs >= nowMs - usefulForMs || Date.parse(startAt) > nowMs)
    .toSorted((a, b) => a.atMs - b.atMs)
  const last = new Map(useful.map((firing) => [`${firing.occurrenceAt}/${firing.reminder.channel}`, firing]))
  return [...last.values()]
}

function keysBeside({ id: taskId, stateMonths: known }: Task, firings: readonly Firing[]): Key[] {
  const months = new Set(known ? firings.map(({ occurrenceAt }) => monthOf(occurrenceAt)) : [])
  const marks = firings.map(({ occurrenceAt, reminder }) =>
    sentReminderKey({ taskId, occurrenceAt, reminderId: reminder.id }),
  )
  return [...[...months].map((month) => stateMonthKey(taskId, month)), ...marks]
}

function isDone(state: OccurrenceState | undefined): boolean {
  return state !== undefined && state.status !== 'pending'
}

function markOf({ id: taskId }: Task, { occurrenceAt, reminder }: Firing): string {
  return addressOf(sentReminderKey({ taskId, occurrenceAt, reminderId: reminder.id }))
}

function send(
  work: UnitOfWork,
  task: Task,
  { reminder, occurrenceAt, startAt, state }: Firing & { readonly state: OccurrenceState | undefined },
  nowMs: number,
): void {
  const { id: reminderId, minutesBefore, channel } = reminder
  work.create(sentReminders, { taskId: task.id, occurrenceAt, reminderId, sentAt: timestamp(nowMs) })
  const actor = { type: 'system' as const, id: null, name: 'Sealpost' }
  note(work, task, { type: 'reminded', actor, ip: null, detail: { occurrenceAt, reminderId, channel } })
  if (channel === 'email')
    work.enqueue({ type: 'task.reminder_due', data: { taskId: task.id, occurrenceAt, reminderId } }, task)
  if (task.isPrivate) return
  const data = { ...dataOf(task, state), startAt, occurrenceAt, reminderId, minutesBefore, channel }
  work.emit({ type: 'task.reminder', data }, placeOfTask(task))
}
