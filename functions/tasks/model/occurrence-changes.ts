import type { Creator } from '../../../shared/auth/creator.ts'
import type { Person } from '../../../shared/auth/person.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { instancesFrom, isInstance } from './series.ts'
import { type OccurrenceState, type States, untouched, widened } from './states.ts'
import type { Task } from './task.ts'

/** Who changes an instance, and when. */
export interface Cause {
  readonly by: Creator
  readonly nowMs: number
}

/** A task with the states of its instances. */
export interface Situation extends Cause {
  readonly task: Task
  readonly states: States
}

/** The next state of a task and of one instance. `isSame`: there is nothing to write. */
export interface OccurrenceChange {
  readonly after: Task
  readonly state: OccurrenceState
  readonly isSame: boolean
}

type Decision = Promise<OccurrenceChange | Refusal<'invalid_occurrence' | 'invalid_input'>>

/** A daily task that is moved every third week reaches it after ten years. */
export const maxMoves = 200

const noOccurrence = (message: string) => refuse('invalid_occurrence', message)

/** The instance that a request names. A task without a recurrence has one. */
export function namedInstance(
  { task, nowMs }: Pick<Situation, 'task' | 'nowMs'>,
  occurrenceAt: string | undefined,
): string | Refusal<'invalid_occurrence'> {
  if (task.status === 'canceled') return noOccurrence('This task was canceled.')
  if (occurrenceAt === undefined)
    return task.recurrence
      ? noOccurrence('Send occurrenceAt: the original start of one occurrence of this recurring task.')
      : task.startAt
  if (!isInstance(task, occurrenceAt, nowMs))
    return noOccurrence('occurrenceAt is not the original start of an occurrence of this task.')
  return occurrenceAt
}

export async function completed(situation: Situation, occurrenceAt: string | undefined): Decision {
  const at = namedInstance(situation, occurrenceAt)
  if (isRefusal(at)) return at
  const state = (await situation.states.at(at)) ?? untouched(at)
  if (state.status === 'skipped') return noOccurrence('This occurrence was skipped. Reopen it first.')
  if (state.status === 'completed') return { after: situation.task, state, isSame: true }
  const { by, nowMs } = situation
  return await settled(situation, { ...state, status: 'completed', completedAt: timestamp(nowMs), completedBy: by })
}

export async function skipped(situation: Situation, occurrenceAt: string): Decision {
  if (!situation.task.recurrence)
    return noOccurrence('Only occurrences of recurring tasks can be skipped. Cancel this task instead.')
  const at = namedInstance(situation, occurrenceAt)
  if (isRefusal(at)) return at
  const state = (await situation.states.at(at)) ?? untouched(at)
  if (state.status === 'completed') return noOccurrence('This occurrence was completed. Reopen it first.')
  if (state.status === 'skipped') return { after: situation.task, state, isSame: true }
  return await settled(situation, { ...state, status: 'skipped' })
}

export async function reopened(situation: Situation, occurrenceAt: string | undefined): Decision {
  const at = namedInstance(situation, occurrenceAt)
  if (isRefusal(at)) return at
  const { task } = situation
  const state = (await situation.states.at(at)) ?? untouched(at)
  if (state.status === 'pending') return { after: task, state, isSame: true }
  const open: OccurrenceState = { ...state, status: 'pending', completedAt: null, completedBy: null }
  const firstOpenAt = state.startAt === null ? earlier(task.firstOpenAt, at) : task.firstOpenAt
  return changeOf(situation, open, { firstOpenAt, moves: withMove(task, open) })
}

/** What a change of one instance may set. Undefined: it stays. */
export interface InstanceChange {
  readonly startAt?: string | undefined
  readonly title?: string | undefined
  readonly assignee?: Person | null | undefined
}

export async function moved(situation: Situation, occurrenceAt: string, sent: InstanceChange): Decision {
  const at = namedInstance(situation, occurrenceAt)
  if (isRefusal(at)) return at
  const { task, states } = situation
  const before = (await states.at(at)) ?? untouched(at)
  const after: OccurrenceState = {
    ...before,
    ...(sent.startAt !== undefined && { startAt: sent.startAt === at ? null : sent.startAt }),
    ...(sent.title !== undefined && { title: sent.title === task.title ? null : sent.title }),
    ...(sent.assignee !== undefined && { assigned: assignedIn(task, sent.assignee) }),
  }
  if (JSON.stringify(after) === JSON.stringify(before)) return { after: task, state: before, isSame: true }
  const moves = withMove(task, after)
  if (moves.length > maxMoves && moves.length > task.moves.length)
    return refuse('invalid_input', `At most ${maxMoves} occurrences of a task can be moved. Change the series instead.`)
  const isPending = after.status === 'pending'
  const isBack = after.startAt === null && before.startAt !== null
  const isFirst = at === task.firstOpenAt && after.startAt !== null
  const firstOpenAt = isFirst
    ? await openAfter(situation, at, moves)
    : isBack && isPending
      ? earlier(task.firstOpenAt, at)
      : task.firstOpenAt
  return changeOf(situation, after, { firstOpenAt, moves })
}

function assignedIn({ assignee }: Task, to: Person | null): OccurrenceState['assigned'] {
  return to?.id === assignee?.id ? null : { to }
}

/** An instance is done: the next one that is not becomes the first. */
async function settled(situation: Situation, state: OccurrenceState): Promise<OccurrenceChange> {
  const { task } = situation
  const moves = withMove(task, state)
  const firstOpenAt = state.at === task.firstOpenAt ? await openAfter(situation, state.at, moves) : task.firstOpenAt
  return changeOf(situation, state, { firstOpenAt, moves })
}

function changeOf(
  { task, nowMs, by }: Situation,
  state: OccurrenceState,
  progress: Pick<Task, 'firstOpenAt' | 'moves'>,
): OccurrenceChange {
  const stateMonths = widened(task.stateMonths, [state])
  return { after: withStatus({ ...task, ...progress, stateMonths }, { nowMs, by }), state, isSame: false }
}

/** A task is completed once it has no instance left. */
export function withStatus(task: Task, { nowMs, by }: Cause): Task {
  if (task.status === 'canceled') return task
  const isOpen = task.firstOpenAt !== null || task.moves.some(({ isDone }) => !isDone)
  if (isOpen === (task.status === 'open')) return task
  if (isOpen) return { ...task, status: 'open', completedAt: null, completedBy: null, endedAt: null }
  const completedAt = timestamp(nowMs)
  return { ...task, status: 'completed', completedAt, completedBy: by, endedAt: completedAt }
}

function withMove({ moves }: Task, { at, startAt, status }: OccurrenceState): Task['moves'] {
  const others = moves.filter(({ occurrenceAt }) => occurrenceAt !== at)
  return startAt === null ? others : [...others, { occurrenceAt: at, startAt, isDone: status !== 'pending' }]
}

function earlier(a: string | null, b: string): string {
  return a === null || b < a ? b : a
}

/** The first instance after one, or from the start on, that is neither done nor moved. */
export async function openAfter(
  { task, states }: Pick<Situation, 'task' | 'states'>,
  after: string | null,
  moves: Task['moves'] = task.moves,
): Promise<string | null> {
  const moved = new Set(moves.map(({ occurrenceAt }) => occurrenceAt))
  const fromMs = after === null ? Date.parse(task.startAt) : Date.parse(after) + 1
  for (const at of instancesFrom(task, fromMs)) if (!moved.has(at) && !(await states.isDone(at))) return at
  return null
}
