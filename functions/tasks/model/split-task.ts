import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { wallOf } from '../../../shared/platform/time-zone.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { withoutStrayChanges } from './change-schedule.ts'
import { openAfter, type Situation, withStatus } from './occurrence-changes.ts'
import { readRule, ruleCounting, ruleEndingAt } from './recurrence/rule.ts'
import { dayOfInstance } from './series.ts'
import { monthOf, monthsBetween, type OccurrenceState, putMonth, States, widened } from './states.ts'
import type { Task, TaskContent } from './task.ts'
import type { SentFields } from './task-input.ts'

/** A series that goes on as another task from one of its instances on. */
export interface SplitSeries {
  readonly ended: Task
  readonly continued: Task
  /** Every month of states from the split on, as it was. */
  readonly months: ReadonlyMap<string, readonly OccurrenceState[]>
}

/** A commit holds a hundred items, and a month takes two. */
export const splitMonthsAtMost = 30

/** The content with which a series goes on from an instance, before any field is changed. */
export function continuedContent(task: Task, from: string): TaskContent & Pick<Task, 'timeOfDayMs'> {
  const { recurrence, timezone } = task
  const wallMs = wallOf(Date.parse(from), timezone)
  const day = recurrence && dayOfInstance(task, recurrence.rule, from)
  const count = recurrence && (readRule(recurrence.rule)?.count ?? null)
  return {
    ...task,
    startAt: from,
    recurrence: recurrence && {
      rule: count === null ? recurrence.rule : ruleCounting(recurrence.rule, count - (day?.before ?? 0)),
      exceptions: recurrence.exceptions.filter((at) => at >= from),
    },
    // The instance may be later than the others, since clocks skip their time on its day.
    timeOfDayMs: day === null || day.wallMs === wallMs ? null : day.wallMs - Math.floor(wallMs / dayMs) * dayMs,
  }
}

/**
 * What a split changes of what was sent. A start and a rule that come back as they are in the task are no change: forms send all
 * fields. The series then goes on at the split, with as many occurrences as it has left. Another rule begins to count there.
 */
export function sentForSplit(task: Task, from: string, { startAt, recurrence, ...others }: SentFields): SentFields {
  const continued = continuedContent(task, from).recurrence
  const isSameRule = recurrence?.rule === task.recurrence?.rule
  const remaining = recurrence &&
    continued &&
    isSameRule && { ...continued, exceptions: recurrence.exceptions?.filter((at) => at >= from) }
  return {
    ...others,
    ...(startAt !== undefined && startAt !== task.startAt && { startAt }),
    ...(recurrence !== undefined && { recurrence: remaining || recurrence }),
  }
}

/** Splits a series before an instance. Every state, move and exception goes to one of the two tasks. */
export async function split(
  { task, states, nowMs, by }: Situation,
  { from, content, id }: { from: string; content: TaskContent & Pick<Task, 'timeOfDayMs'>; id: string },
): Promise<SplitSeries> {
  const known = task.stateMonths
  const affected =
    known && known.last >= monthOf(from) ? monthsBetween(laterOf(known.first, monthOf(from)), known.last) : []
  const months = new Map<string, readonly OccurrenceState[]>()
  for (const month of affected) {
    const ofMonth = await states.ofMonth(month)
    if (ofMonth.length > 0) months.set(month, ofMonth)
  }
  const taken = [...months.values()].flat().filter(({ at }) => at >= from)
  const isFirstOpen = task.firstOpenAt !== null && task.firstOpenAt < from
  const ended: Task = {
    ...task,
    recurrence: task.recurrence && {
      rule: ruleEndingAt(task.recurrence.rule, Date.parse(from) - 1000),
      exceptions: task.recurrence.exceptions.filter((at) => at < from),
    },
    moves: task.moves.filter(({ occurrenceAt }) => occurrenceAt < from),
    firstOpenAt: isFirstOpen ? task.firstOpenAt : null,
    stateMonths:
      known && known.first <= monthOf(from) ? { first: known.first, last: earlierOf(known.last, monthOf(from)) } : null,
  }
  const started = withoutStrayChanges(
    {
      ...task,
      ...content,
      id,
      status: 'open',
      completedAt: null,
      completedBy: null,
      endedAt: null,
      createdAt: timestamp(nowMs),
      updatedAt: timestamp(nowMs),
      moves: task.moves.filter(({ occurrenceAt }) => occurrenceAt >= from),
      ruleSince: timestamp(nowMs),
      stateMonths: widened(null, taken),
      version: 1,
    },
    nowMs,
  )
  const firstOpenAt = await openAfter({ task: started, states: States.of(states.table, started, taken) }, null)
  return {
    ended: withStatus(ended, { nowMs, by }),
    continued: withStatus({ ...started, firstOpenAt }, { nowMs, by }),
    months,
  }
}

const laterOf = (a: string, b: string) => (a > b ? a : b)
const earlierOf = (a: string, b: string) => (a < b ? a : b)

/** Writes the states to the task that they belong to now. */
export function writeSplitStates(work: UnitOfWork, { ended, continued, months }: SplitSeries, from: string): void {
  for (const [month, states] of months) {
    const [before, after] = [states.filter(({ at }) => at < from), states.filter(({ at }) => at >= from)]
    if (after.length === 0) continue
    putMonth(work, ended.id, month, before)
    putMonth(work, continued.id, month, after)
  }
}
