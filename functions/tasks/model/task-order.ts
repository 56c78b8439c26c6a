import { endOfDay } from '../../../shared/platform/time-zone.ts'
import type { Task } from './task.ts'

/** The part of a task that says when it is next to be done. */
export type Scheduled = Pick<Task, 'id' | 'status' | 'firstOpenAt' | 'moves' | 'endedAt'>

/** The instance that is next to be done: its original instant, and where it takes place now. */
export interface NextInstance {
  readonly occurrenceAt: string
  readonly startAt: string
}

/** The instance that starts first of those neither completed nor skipped; null if the task is not open. */
export function nextInstance({ status, firstOpenAt, moves }: Scheduled): NextInstance | null {
  if (status !== 'open') return null
  const unmoved = firstOpenAt === null ? [] : [{ occurrenceAt: firstOpenAt, startAt: firstOpenAt }]
  const open = [...unmoved, ...moves.filter(({ isDone }) => !isDone)]
  return open.toSorted((a, b) => (a.startAt < b.startAt ? -1 : 1))[0] ?? null
}

/** Open tasks come first, by the start of their next instance; then the others by their end. */
export function taskOrder(task: Scheduled): string {
  const next = nextInstance(task)
  return next ? `${openStart}${next.startAt}#${task.id}` : `${endedStart(task.status)}${task.endedAt}#${task.id}`
}

export const openStart = '0#'

export function endedStart(status: Task['status']): string {
  return `1#${status}#`
}

/** Whether something that starts then lies in the past: an all-day task once its day has ended. */
export function isOver(
  { allDay, timezone }: Pick<Task, 'allDay' | 'timezone'>,
  startAt: string,
  nowMs: number,
): boolean {
  const startMs = Date.parse(startAt)
  return startMs < nowMs && (!allDay || endOfDay(startMs, timezone) <= nowMs)
}

export function isOverdue(task: Scheduled & Pick<Task, 'allDay' | 'timezone'>, nowMs: number): boolean {
  const next = nextInstance(task)
  return next !== null && isOver(task, next.startAt, nowMs)
}
