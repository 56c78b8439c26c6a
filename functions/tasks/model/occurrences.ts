import { timestamp } from '../../../shared/platform/clock.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { Range } from '../../../shared/store/index-ranges.ts'
import { getItems, newestBetween, oldestBetween, type Table } from '../../../shared/store/table.ts'
import { tasksOf } from './find-tasks.ts'
import { byTime, type ListEntry, listEntries, seriesStart, singleStart, startOfSingle } from './list-entries.ts'
import { instancesOf } from './series.ts'
import {
  monthOf,
  monthsBetween,
  type OccurrenceState,
  standingStates,
  stateMonthKey,
  stateMonths,
  untouched,
} from './states.ts'
import type { Task } from './task.ts'
import { visibleLists } from './task-lists.ts'

/** Occurrences that start in [from, to). */
export interface Period {
  readonly from: string
  readonly to: string
}

/** One occurrence with its task. */
export interface Occurrence {
  readonly task: Task
  readonly state: OccurrenceState
}

/** Twice as many as any answer has, since filters may leave some out. */
const singlesAtMost = 10_000

/** Listings are read in parts of as many keys. */
const entriesAtOnce = 1_000

/** Whose tasks are looked at. */
export interface Scope {
  readonly entityIds: readonly string[]
  readonly principalId: string
}

/** The visible tasks of some entities that may take place in a period; null if too many single ones do. */
export async function tasksIn(
  table: Table,
  scope: Scope,
  period: Period,
  atMost = singlesAtMost,
): Promise<Task[] | null> {
  const range = { from: `${singleStart}${period.from}`, to: `${singleStart}${period.to}` }
  const [singles, series] = await Promise.all([
    Promise.all(listsOf(scope).map((list) => idsIn(table, list, range, atMost + 1))),
    seriesIn(table, scope, period),
  ])
  if (singles.flat().length > atMost) return null
  return await takingPlace(table, [...singles.flat(), ...series], period)
}

/** The same with those single ones that start nearest to a moment, if there are too many. */
export async function nearestTasks(
  table: Table,
  scope: Scope,
  { nowMs, ...period }: Period & { readonly nowMs: number },
  atMost = singlesAtMost,
): Promise<Task[]> {
  const now = `${singleStart}${timestamp(nowMs)}`
  const [before, after] = [
    { from: `${singleStart}${period.from}`, to: now },
    { from: `${now} `, to: `${singleStart}${period.to}` },
  ]
  const [singles, series] = await Promise.all([
    Promise.all(
      listsOf(scope).flatMap((list) => [
        newestBetween(table, list, before, atMost),
        oldestBetween(table, list, after, atMost),
      ]),
    ),
    seriesIn(table, scope, period),
  ])
  const distance = ({ order }: ListEntry) => Math.abs(Date.parse(startOfSingle(order)) - nowMs)
  const nearest = recordsOf(listEntries, singles.flat()).toSorted((a, b) => distance(a) - distance(b))
  const ids = nearest.slice(0, atMost).map(({ taskId }) => taskId)
  return await takingPlace(table, [...ids, ...series], period)
}

function listsOf({ entityIds, principalId }: Scope): string[] {
  return entityIds.flatMap((entityId) => visibleLists(entityId, principalId)).map(byTime)
}

async function seriesIn(table: Table, scope: Scope, period: Period): Promise<string[]> {
  const range = { from: `${seriesStart}${period.from}`, to: `${seriesStart}~` }
  return (await Promise.all(listsOf(scope).map((list) => idsIn(table, list, range)))).flat()
}

async function takingPlace(table: Table, ids: readonly string[], period: Period): Promise<Task[]> {
  const found = await tasksOf(table, ids)
  return [...found.values()].filter(
    ({ startAt, moves, stateMonths: known }) =>
      startAt < period.to ||
      moves.some((move) => move.startAt < period.to) ||
      // What was done before the start was put off.
      (known !== null && known.first <= monthOf(period.to)),
  )
}

async function idsIn(
  table: Table,
  partition: string,
  range: Range,
  atMost = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const ids: string[] = []
  for (let from = range.from; ; ) {
    const items = await oldestBetween(table, partition, { from, to: range.to }, entriesAtOnce)
    ids.push(...recordsOf(listEntries, items).map(({ taskId }) => taskId))
    const last = items.at(-1)
    if (!last || items.length < entriesAtOnce || ids.length >= atMost) return ids
    from = `${last.SK} `
  }
}

/** More than any answer has, also once filters have left some out. */
const computedAtMost = 50_000

/** The occurrences of tasks in a period; null if they are too many to look at. */
export async function occurrencesIn(
  table: Table,
  found: readonly Task[],
  period: Period,
): Promise<Occurrence[] | null> {
  const instants = new Map<string, string[]>()
  let count = 0
  for (const task of found) {
    const own = [...instancesOf(task, Date.parse(period.from), Date.parse(period.to) - 1)]
    instants.set(task.id, own)
    count += own.length
    if (count > computedAtMost) return null
  }
  const states = await statesOf(table, found, period)
  const occurrences = found.flatMap((task) =>
    instancesWith(task, instants.get(task.id) ?? [], states.get(task.id) ?? new Map())
      .filter((state) => isIn(state.startAt ?? state.at, period))
      .map((state) => ({ task, state })),
  )
  return occurrences.toSorted((a, b) => compare(startOf(a), startOf(b)) || compare(a.task.id, b.task.id))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const startOf = ({ state }: Occurrence) => state.startAt ?? state.at
const isIn = (at: string, { from, to }: Period) => at >= from && at < to

/**
 * Instances of the rule, those that were moved into the period, and those that were done before the rule changed: completed ones
 * whenever they take place, skipped ones only up to that change, since nobody has to skip what does not take place any more.
 */
function instancesWith(
  task: Task,
  instants: readonly string[],
  known: ReadonlyMap<string, OccurrenceState>,
): OccurrenceState[] {
  const ofRule = new Set(instants)
  const movedIn = new Set(task.moves.map(({ occurrenceAt }) => occurrenceAt))
  const others = [...known.values()].filter(
    ({ at, status }) =>
      !ofRule.has(at) && (movedIn.has(at) || status === 'completed' || (status === 'skipped' && at < task.ruleSince)),
  )
  return [...instants.map((at) => known.get(at) ?? untouched(at)), ...others]
}

/** The states of instances whose original or new start lies in the period. */
async function statesOf(
  table: Table,
  found: readonly Task[],
  period: Period,
): Promise<ReadonlyMap<string, ReadonlyMap<string, OccurrenceState>>> {
  const keys = found.flatMap(({ id, moves, stateMonths: known }) => {
    if (!known) return []
    const moved = moves.filter(({ startAt }) => isIn(startAt, period)).map(({ occurrenceAt }) => occurrenceAt)
    const months = new Set([
      ...monthsBetween(period.from, period.to).filter((month) => month >= known.first && month <= known.last),
      ...moved.flatMap((at) => monthsBetween(at, at)),
    ])
    return [...months].map((month) => stateMonthKey(id, month))
  })
  const byTask = Map.groupBy(recordsOf(stateMonths, await getItems(table, keys)), ({ taskId }) => taskId)
  return new Map(
    found.map((task) => {
      const states = (byTask.get(task.id) ?? []).flatMap((month) => month.states)
      return [task.id, new Map(standingStates(task, states).map((state) => [state.at, state]))]
    }),
  )
}
