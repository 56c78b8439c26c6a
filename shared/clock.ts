import * as v from 'valibot'

/** The present, passed in wherever a rule depends on it. Milliseconds since the epoch. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** `YYYY-MM-DDTHH:mm:ss.sssZ`, the only form in which times are stored and told. */
export function timestamp(timeMs: number): string {
  return new Date(timeMs).toISOString()
}

export const timestampSchema = v.pipe(v.string(), v.isoTimestamp())
