import * as v from 'valibot'
import { creatorSchema } from '../../../shared/auth/creator.ts'
import { personSchema } from '../../../shared/auth/person.ts'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { type Collection, recordsOf } from '../../../shared/store/collection.ts'
import { getItems, type Item, type Key, type Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { type Task, taskPartition } from './task.ts'

export const occurrenceStatuses = ['pending', 'completed', 'skipped'] as const

/** What is special about one instance of a task. Instances that nobody touched have no state. */
export const stateSchema = v.object({
  /** The original instant. */
  at: timestampSchema,
  status: v.picklist(occurrenceStatuses),
  startAt: v.nullable(timestampSchema),
  title: v.nullable(v.string()),
  /** Null: that of the task. */
  assigned: v.nullable(v.object({ to: v.nullable(personSchema) })),
  completedAt: v.nullable(timestampSchema),
  completedBy: v.nullable(creatorSchema),
})
export type OccurrenceState = v.InferOutput<typeof stateSchema>

/** The states of a task's instances of one month. The task's own write guards it. */
const stateMonthSchema = v.object({ taskId: v.string(), month: v.string(), states: v.array(stateSchema) })
type StateMonth = v.InferOutput<typeof stateMonthSchema>

const monthStart = 'STATES#'

export function stateMonthKey(taskId: string, month: string): Key {
  return { PK: taskPartition(taskId), SK: `${monthStart}${month}` }
}

export const stateMonths: Collection<StateMonth> = {
  name: 'task_states',
  schema: stateMonthSchema,
  key: ({ taskId, month }) => stateMonthKey(taskId, month),
  toldByKey: ({ PK, SK }) => ({ taskId: PK.slice(taskPartition('').length), month: SK.slice(monthStart.length) }),
}

export function monthOf(at: string): string {
  return at.slice(0, 7)
}

/** The months between two moments, both included. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = monthOf(from); month <= monthOf(to); month = following(month)) months.push(month)
  return months
}

function following(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

/** An instance that nobody has touched yet. */
export function untouched(at: string): OccurrenceState {
  return { at, status: 'pending', startAt: null, title: null, assigned: null, completedAt: null, completedBy: null }
}

/**
 * States as they count for a task. A move is dropped when the series loses its instance, and does not come back with the instance:
 * the task has the moves that hold.
 */
export function standingStates({ moves }: Pick<Task, 'moves'>, states: readonly OccurrenceState[]): OccurrenceState[] {
  const moved = new Set(moves.map(({ occurrenceAt }) => occurrenceAt))
  return states.map((state) => (moved.has(state.at) ? state : { ...state, startAt: null }))
}

const monthsAtOnce = 12

/** The states of a task's instances, read a year at a time when they are asked for. */
export class States {
  readonly table: Table
  readonly #task: Task
  readonly #months = new Map<string, readonly OccurrenceState[]>()

  constructor(table: Table, task: Task, items: readonly Item[] = []) {
    this.table = table
    this.#task = task
    for (const { month, taskId, states } of recordsOf(stateMonths, items))
      if (taskId === task.id) this.#months.set(month, standingStates(task, states))
  }

  /** States that are known whole, without the table. */
  static of(table: Table, task: Task, known: readonly OccurrenceState[]): States {
    const states = new States(table, task)
    for (const [month, of] of Map.groupBy(standingStates(task, known), ({ at }) => monthOf(at)))
      states.#months.set(month, of)
    const [first, last] = [task.stateMonths?.first, task.stateMonths?.last]
    if (first !== undefined && last !== undefined)
      for (const month of monthsBetween(first, last)) if (!states.#months.has(month)) states.#months.set(month, [])
    return states
  }

  async at(at: string): Promise<OccurrenceState | null> {
    const states = await this.ofMonth(monthOf(at))
    return states.find((state) => state.at === at) ?? null
  }

  async isDone(at: string): Promise<boolean> {
    const state = await this.at(at)
    return state !== null && state.status !== 'pending'
  }

  async ofMonth(month: string): Promise<readonly OccurrenceState[]> {
    const { stateMonths: known, id } = this.#task
    if (!known || month < known.first || month > known.last) return []
    const found = this.#months.get(month)
    if (found) return found
    const [year = 0, number = 0] = month.split('-').map(Number)
    const end = new Date(Date.UTC(year, number - 2 + monthsAtOnce, 1)).toISOString()
    const months = monthsBetween(month, end < known.last ? end : known.last).filter((each) => !this.#months.has(each))
    const items = await getItems(
      this.table,
      months.map((each) => stateMonthKey(id, each)),
    )
    const read = new Map(recordsOf(stateMonths, items).map((each) => [each.month, each.states]))
    for (const each of months) this.#months.set(each, standingStates(this.#task, read.get(each) ?? []))
    return this.#months.get(month) ?? []
  }

  /** Writes changed states into their months. */
  async write(work: UnitOfWork, changed: readonly OccurrenceState[]): Promise<void> {
    const byMonth = Map.groupBy(changed, ({ at }) => monthOf(at))
    for (const [month, states] of byMonth) {
      const kept = (await this.ofMonth(month)).filter(({ at }) => !states.some((state) => state.at === at))
      putMonth(work, this.#task.id, month, [...kept, ...states])
    }
  }
}

/** Writes all states of a month. States that say nothing are not kept. */
export function putMonth(work: UnitOfWork, taskId: string, month: string, states: readonly OccurrenceState[]): void {
  const kept = states.filter((state) => !saysNothing(state)).sort((a, b) => (a.at < b.at ? -1 : 1))
  if (kept.length > 0) work.putPart(stateMonths, { taskId, month, states: kept })
  else work.removePart(stateMonthKey(taskId, month))
}

function saysNothing({ status, startAt, title, assigned }: OccurrenceState): boolean {
  return status === 'pending' && startAt === null && title === null && assigned === null
}

/** The months with states, once some are added. */
export function widened(known: Task['stateMonths'], changed: readonly { readonly at: string }[]): Task['stateMonths'] {
  const months = [...(known ? [known.first, known.last] : []), ...changed.map(({ at }) => monthOf(at))].sort()
  const [first, last] = [months[0], months.at(-1)]
  return first === undefined || last === undefined ? null : { first, last }
}
