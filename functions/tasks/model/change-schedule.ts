import { timestamp } from '../../../shared/platform/clock.ts'
import { type Cause, openAfter, withStatus } from './occurrence-changes.ts'
import type { Steps } from './recurrence/instances.ts'
import { instancesAmong, isSameSchedule } from './series.ts'
import { monthOf, type OccurrenceState, type States, untouched } from './states.ts'
import type { Task, TaskContent } from './task.ts'

/** A task with another content, and the states that change with it. */
export interface Rescheduled {
  readonly after: Task
  readonly changed: readonly OccurrenceState[]
}

/**
 * A task with another content. What was done stays, by its instant; changes of future instances that the series does not have any
 * more are dropped.
 */
export async function withContent(
  { task, states, ...cause }: Cause & { task: Task; states: States },
  content: TaskContent,
): Promise<Rescheduled> {
  if (isSameSchedule(task, content)) return { after: { ...task, ...content }, changed: [] }
  if (!task.recurrence && !content.recurrence) return await restarted({ task, states, ...cause }, content)
  const isAnchored = task.startAt === content.startAt && task.timezone === content.timezone
  const planned: Task = {
    ...task,
    ...content,
    timeOfDayMs: isAnchored ? task.timeOfDayMs : null,
    ruleSince: timestamp(cause.nowMs),
  }
  const current = withoutStrayChanges(planned, cause.nowMs)
  const firstOpenAt = await openAfter({ task: current, states }, null)
  return { after: withStatus({ ...current, firstOpenAt }, cause), changed: [] }
}

/** Exceptions and moves of instances that the series does not have; moves that were done stay. */
export function withoutStrayChanges(task: Task, nowMs: number, steps?: Steps): Task {
  const { recurrence, moves } = task
  const excepted = recurrence?.exceptions ?? []
  const instances = instancesAmong(task, [...excepted, ...moves.map(({ occurrenceAt }) => occurrenceAt)], nowMs, steps)
  const now = timestamp(nowMs)
  const exceptions = excepted.filter((at) => at < now || instances.has(at))
  const stands = (at: string) => instances.has(at) && !exceptions.includes(at)
  return {
    ...task,
    recurrence: recurrence && { ...recurrence, exceptions },
    moves: moves.filter(({ occurrenceAt, isDone }) => isDone || stands(occurrenceAt)),
  }
}

/** A single task starts at another time: its one instance keeps what was done, and is where the task is. */
async function restarted(
  { task, states, ...cause }: Cause & { task: Task; states: States },
  content: TaskContent,
): Promise<Rescheduled> {
  const before = await states.at(task.startAt)
  const isDone = before !== null && before.status !== 'pending'
  const hasMoved = content.startAt !== task.startAt
  if (!hasMoved) return { after: { ...task, ...content }, changed: [] }
  const state = { ...(before ?? untouched(task.startAt)), at: content.startAt, startAt: null }
  const known = task.stateMonths
  const isAlone = known === null || (known.first === monthOf(task.startAt) && known.last === known.first)
  const months = [monthOf(content.startAt), ...(isAlone ? [] : [known.first, known.last])].sort()
  const [first = '', last = ''] = [months[0], months.at(-1)]
  const after: Task = {
    ...task,
    ...content,
    timeOfDayMs: null,
    moves: [],
    firstOpenAt: isDone ? null : content.startAt,
    stateMonths: before === null && isAlone ? null : { first, last },
  }
  return { after: withStatus(after, cause), changed: before === null ? [] : [untouched(task.startAt), state] }
}
