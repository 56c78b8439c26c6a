import { instantOf, wallOf } from '../../../../shared/platform/time-zone.ts'
import { calendarDate, dayOf, daysOfPeriod } from './days-of-period.ts'
import type { Rule } from './rule.ts'

/** A rule with the start that it counts from. */
export interface Series {
  readonly rule: Rule
  readonly startMs: number
  readonly zone: string
  /**
   * The local time that the rule means, in milliseconds from the midnight at which the start's local day began, where clocks
   * skipped it there. It lies on another day if the zone skipped the whole day.
   */
  readonly timeOfDayMs?: number
}

const dayMs = 86_400_000

/** The average length of a period, to jump close to a moment. */
const averageDays = { DAILY: 1, WEEKLY: 7, MONTHLY: 30.436875, YEARLY: 365.2425 }

/** Counts the periods that an expansion computed. */
export interface Steps {
  taken: number
}

/** A day that a rule chooses. Where a zone skipped one, it has the instant of the next. */
export interface ChosenDay {
  readonly instant: number
  /** What clocks would show if they skipped no time. */
  readonly wallMs: number
  /** How many days the rule chooses before it, as far as they were looked at: with COUNT, all. */
  readonly before: number
}

/**
 * The instants of a series in [fromMs, toMs], in order. A start that its rule does not choose begins the series at the first
 * instance after it. Without COUNT the expansion begins near `fromMs`, however old the series is; with COUNT every period since
 * the start is looked at, so callers keep both ends of the window within some hundred years of the start.
 */
export function* instancesBetween(
  series: Series,
  fromMs: number,
  toMs: number,
  steps: Steps = { taken: 0 },
): Generator<number, void> {
  let latest = Number.NEGATIVE_INFINITY
  for (const { instant } of daysBetween(series, { fromMs, toMs }, periodsOf(series, steps))) {
    if (instant > latest) yield instant
    latest = instant
  }
}

/** The days that a series chooses with instants in [fromMs, toMs], in order. */
export function chosenDays(series: Series, fromMs: number, toMs: number): Generator<ChosenDay, void> {
  return daysBetween(series, { fromMs, toMs }, periodsOf(series, { taken: 0 }))
}

/**
 * Those of some moments that are instants of a series. A series with COUNT is walked through once for all of them, and no period
 * is computed twice.
 */
export function instantsAmong(series: Series, moments: readonly number[], steps: Steps = { taken: 0 }): Set<number> {
  const periods = remembered(periodsOf(series, steps))
  const asked = new Set(moments)
  const stretches =
    series.rule.count === null
      ? [...asked].map((moment) => ({ fromMs: moment, toMs: moment }))
      : [{ fromMs: Math.min(...asked), toMs: Math.max(...asked) }]
  const found = stretches.flatMap((stretch) => [...daysBetween(series, stretch, periods)].map(({ instant }) => instant))
  return asked.intersection(new Set(found))
}

/** The days of a series by periods. */
interface Periods {
  /** The day of the start. */
  readonly firstDay: number
  readonly timeOfDay: number
  readonly daysOf: (period: number) => readonly number[]
}

function periodsOf({ rule, startMs, zone, timeOfDayMs }: Series, steps: Steps): Periods {
  const start = wallOf(startMs, zone)
  const meant = timeOfDayMs === undefined ? start : Math.floor(start / dayMs) * dayMs + timeOfDayMs
  const firstDay = Math.floor(meant / dayMs)
  return {
    firstDay,
    timeOfDay: meant - firstDay * dayMs,
    daysOf(period) {
      steps.taken++
      return daysOfPeriod(rule, firstDay, period)
    },
  }
}

/** The same, each period computed once. */
function remembered(periods: Periods): Periods {
  const known = new Map<number, readonly number[]>()
  return {
    ...periods,
    daysOf(period) {
      const days = known.get(period) ?? periods.daysOf(period)
      known.set(period, days)
      return days
    },
  }
}

function* daysBetween(
  { rule, startMs, zone }: Series,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  { firstDay, timeOfDay, daysOf }: Periods,
): Generator<ChosenDay, void> {
  const until = Math.min(toMs, rule.untilMs ?? toMs)
  const lastDay = Math.ceil(until / dayMs) + 2
  const most = rule.count ?? Number.POSITIVE_INFINITY
  let before = 0
  for (let period = firstPeriod(rule, startMs, fromMs); ; period++) {
    if (startOfPeriod(rule, firstDay, period) > lastDay) return
    for (const day of daysOf(period)) {
      if (day < firstDay) continue
      if (before === most) return
      const wallMs = day * dayMs + timeOfDay
      // Far before the window only the number of instances matters.
      const isFar = (day + 2) * dayMs < fromMs
      // The start may lie in the second of two hours that clocks show alike.
      const instant = isFar ? Number.NEGATIVE_INFINITY : day === firstDay ? startMs : instantOf(wallMs, zone)
      if (instant > until) return
      if (instant >= fromMs) yield { instant, wallMs, before }
      before++
    }
  }
}

function firstPeriod({ frequency, interval, count }: Rule, startMs: number, fromMs: number): number {
  if (count !== null) return 0
  const days = (fromMs - startMs) / dayMs - 3
  return Math.max(0, Math.floor(days / (averageDays[frequency] * interval)) - 1)
}

function startOfPeriod({ frequency, interval }: Rule, firstDay: number, period: number): number {
  const step = period * interval
  if (frequency === 'DAILY') return firstDay + step
  if (frequency === 'WEEKLY') return firstDay + 7 * step - 6
  const { year, month } = calendarDate(firstDay)
  return frequency === 'MONTHLY' ? dayOf(year, month + step, 1) : dayOf(year + step, 0, 1)
}
