import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { instancesBetween } from './recurrence/instances.ts'
import { parseRule, type Rule } from './recurrence/rule.ts'
import type { Task } from './task.ts'

/** The part of a task that decides when its instances are. */
export type SeriesFields = Pick<Task, 'startAt' | 'timezone' | 'recurrence' | 'timeOfDayMs'>

/** How far after a moment the next instance is looked for: the rarest day of the calendar comes every 40 years. */
const horizonMs = 100 * 366 * dayMs

/** Every task starts between these years, so that no series is long to walk through. */
export const startBounds = { min: '1970-01-01T00:00:00.000Z', max: '2199-12-31T23:59:59.999Z' }

/** The instances that take place in [fromMs, toMs] by the rule, without the exceptions. */
export function* instancesOf(fields: SeriesFields, fromMs: number, toMs: number): Generator<string, void> {
  const { startAt, timezone: zone, recurrence, timeOfDayMs } = fields
  const startMs = Date.parse(startAt)
  if (!recurrence) {
    if (startMs >= fromMs && startMs <= toMs) yield startAt
    return
  }
  const exceptions = new Set(recurrence.exceptions)
  const series = { rule: ruleOf(recurrence.rule), startMs, zone, ...(timeOfDayMs !== null && { timeOfDayMs }) }
  for (const instant of instancesBetween(series, fromMs, toMs)) {
    const at = timestamp(instant)
    if (!exceptions.has(at)) yield at
  }
}

function ruleOf(text: string): Rule {
  const rule = parseRule(text)
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
  const atMs = Date.parse(at)
  if (atMs > Math.max(nowMs, Date.parse(fields.startAt)) + horizonMs) return false
  return instancesOf(fields, atMs, atMs).next().value === at
}

/** How many instances the rule has before a moment, exceptions included. */
export function instancesBefore(fields: SeriesFields, at: string): number {
  const all = { ...fields, recurrence: fields.recurrence && { ...fields.recurrence, exceptions: [] } }
  return [...instancesOf(all, Date.parse(fields.startAt), Date.parse(at) - 1)].length
}
