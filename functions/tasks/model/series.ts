import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import {
  type ChosenDay,
  chosenDays,
  instancesBetween,
  instantsAmong,
  type Series,
  type Steps,
} from './recurrence/instances.ts'
import { type Rule, readRule } from './recurrence/rule.ts'
import type { Task } from './task.ts'

/** The part of a task that decides when its instances are. */
export type SeriesFields = Pick<Task, 'startAt' | 'timezone' | 'recurrence' | 'timeOfDayMs'>

type Schedule = Pick<Task, 'startAt' | 'timezone' | 'recurrence'>

export function isSameSchedule(one: Schedule, other: Schedule): boolean {
  const [a, b] = [one, other].map(({ startAt, timezone, recurrence }) => [startAt, timezone, recurrence])
  return JSON.stringify(a) === JSON.stringify(b)
}

/** How far after a moment the next instance is looked for: the rarest day of the calendar comes every 40 years. */
const horizonMs = 100 * 366 * dayMs

/** Every task starts between these years, so that no series is long to walk through. */
export const startBounds = { min: '1970-01-01T00:00:00.000Z', max: '2199-12-31T23:59:59.999Z' }

/** The instances that take place in [fromMs, toMs] by the rule, without the exceptions. */
export function* instancesOf(fields: SeriesFields, fromMs: number, toMs: number): Generator<string, void> {
  const { startAt, recurrence } = fields
  const startMs = Date.parse(startAt)
  if (!recurrence) {
    if (startMs >= fromMs && startMs <= toMs) yield startAt
    return
  }
  const exceptions = new Set(recurrence.exceptions)
  for (const instant of instancesBetween(seriesOf(fields, recurrence.rule), fromMs, toMs)) {
    const at = timestamp(instant)
    if (!exceptions.has(at)) yield at
  }
}

function seriesOf({ startAt, timezone: zone, timeOfDayMs }: SeriesFields, rule: string): Series {
  return { rule: ruleOf(rule), startMs: Date.parse(startAt), zone, ...(timeOfDayMs !== null && { timeOfDayMs }) }
}

function ruleOf(text: string): Rule {
  const rule = readRule(text)
  if (!rule) throw new Error(`the rule ${text} was stored and is none`)
  return rule
}

/** The instances from a moment on. */
export function instancesFrom(fields: SeriesFields, fromMs: number): Generator<string, void> {
  return instancesOf(fields, fromMs, Math.max(fromMs, Date.parse(fields.startAt)) + horizonMs)
}

export function firstInstance(fields: SeriesFields): string | null {
  return instancesFrom(fields, Date.parse(fields.startAt)).next().value ?? null
}

/** Whether the series has an instance at a moment. Nobody has to do with instances centuries ahead. */
export function isInstance(fields: SeriesFields, at: string, nowMs: number): boolean {
  return isNear(fields, at, nowMs) && instancesOf(fields, Date.parse(at), Date.parse(at)).next().value === at
}

function isNear({ startAt }: SeriesFields, at: string, nowMs: number): boolean {
  return Date.parse(at) <= Math.max(nowMs, Date.parse(startAt)) + horizonMs
}

/** Those of some moments at which the rule has an instance, exceptions included. However many they are, it is walked through once. */
export function instancesAmong(
  fields: SeriesFields,
  moments: readonly string[],
  nowMs: number,
  steps?: Steps,
): ReadonlySet<string> {
  const { recurrence, startAt } = fields
  const near = moments.filter((at) => isNear(fields, at, nowMs))
  if (!recurrence) return new Set(near.filter((at) => at === startAt))
  const found = instantsAmong(seriesOf(fields, recurrence.rule), near.map(Date.parse), steps)
  return new Set([...found].map(timestamp))
}

/** The last instant of a rule before a moment, exceptions included; null: there is none. */
export function latestBefore(fields: SeriesFields, at: string): string | null {
  const { recurrence, startAt } = fields
  if (!recurrence) return startAt < at ? startAt : null
  const [startMs, atMs, series] = [Date.parse(startAt), Date.parse(at), seriesOf(fields, recurrence.rule)]
  // Looks back further and further, so that an old series is not walked through from its start.
  for (let backMs = 366 * dayMs; ; backMs *= 4) {
    const last = [...instancesBetween(series, Math.max(startMs, atMs - backMs), atMs - 1)].at(-1)
    if (last !== undefined) return timestamp(last)
    if (atMs - backMs <= startMs) return null
  }
}

/** The day that a rule means by an instance: the last, where a zone skipped days. Null: the rule has no such instance. */
export function dayOfInstance(fields: SeriesFields, rule: string, at: string): ChosenDay | null {
  const atMs = Date.parse(at)
  return [...chosenDays(seriesOf(fields, rule), atMs, atMs)].at(-1) ?? null
}
