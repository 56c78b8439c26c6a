import * as v from 'valibot'

/** The present, passed in wherever a rule depends on it. Milliseconds since the epoch. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** The clock of a test organization, which may be ahead of the real one. */
export function clockAhead(clock: Clock, aheadMs: number): Clock {
  return aheadMs === 0 ? clock : () => clock() + aheadMs
}

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

let [lastMs, lastTimestamp] = [0, '1970-01-01T00:00:00.000Z']

/** `YYYY-MM-DDTHH:mm:ss.sssZ`, the only form in which times are stored and told. */
export function timestamp(timeMs: number): string {
  // What happens at one moment is noted in many places, and each spelling takes a microsecond.
  if (timeMs !== lastMs) [lastMs, lastTimestamp] = [timeMs, new Date(timeMs).toISOString()]
  return lastTimestamp
}

export const timestampSchema = v.pipe(v.string(), v.isoTimestamp())
