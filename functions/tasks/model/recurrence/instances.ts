import { instantOf, wallOf } from '../../../../shared/platform/time-zone.ts'
import { calendarDate, dayOf, daysOfPeriod } from './days-of-period.ts'
import type { Rule } from './rule.ts'

/** A rule with the start that it counts from. */
export interface Series {
  readonly rule: Rule
  readonly startMs: number
  readonly zone: string
  /** The local time, if it is another than that of the start. */
  readonly timeOfDayMs?: number
}

const dayMs = 86_400_000

/** The average length of a period, to jump close to a moment. */
const daysOf = { DAILY: 1, WEEKLY: 7, MONTHLY: 30.436875, YEARLY: 365.2425 }

/** Counts the periods that an expansion looked at. */
export interface Steps {
  taken: number
}

/**
 * The instants of a series in [fromMs, toMs], in order. A start that its rule does not choose begins the series at the first
 * instance after it. Without COUNT the expansion begins near `fromMs`, however old the series is; with COUNT every period since
 * the start is looked at, so callers keep both ends of the window within some hundred years of the start.
 */
export function* instancesBetween(
  { rule, startMs, zone, ...own }: Series,
  fromMs: number,
  toMs: number,
  steps: Steps = { taken: 0 },
): Generator<number, void> {
  const start = wallOf(startMs, zone)
  const firstDay = Math.floor(start / dayMs)
  const timeOfDay = own.timeOfDayMs ?? start - firstDay * dayMs
  const until = Math.min(toMs, rule.untilMs ?? toMs)
  const lastDay = Math.ceil(until / dayMs) + 2
  let left = rule.count ?? Number.POSITIVE_INFINITY
  let latest = Number.NEGATIVE_INFINITY
  for (let period = firstPeriod(rule, startMs, fromMs); ; period++) {
    steps.taken++
    if (startOfPeriod(rule, firstDay, period) > lastDay) return
    for (const day of daysOfPeriod(rule, firstDay, period)) {
      if (day < firstDay) continue
      if (left-- <= 0) return
      // Far before the window only the number of instances matters.
      if ((day + 2) * dayMs < fromMs) continue
      // The start may lie in the second of two hours that clocks show alike.
      const instant = day === firstDay ? startMs : instantOf(day * dayMs + timeOfDay, zone)
      if (instant > until) return
      // On a day that the zone skipped, two instances have one instant.
      if (instant >= fromMs && instant > latest) yield instant
      latest = instant
    }
  }
}

function firstPeriod({ frequency, interval, count }: Rule, startMs: number, fromMs: number): number {
  if (count !== null) return 0
  const days = (fromMs - startMs) / dayMs - 3
  return Math.max(0, Math.floor(days / (daysOf[frequency] * interval)) - 1)
}

function startOfPeriod({ frequency, interval }: Rule, firstDay: number, period: number): number {
  const step = period * interval
  if (frequency === 'DAILY') return firstDay + step
  if (frequency === 'WEEKLY') return firstDay + 7 * step - 6
  const { year, month } = calendarDate(firstDay)
  return frequency === 'MONTHLY' ? dayOf(year, month + step, 1) : dayOf(year + step, 0, 1)
}
