import { minuteMs } from '../platform/clock.ts'

/** How long a sign-in counts as recent, for what needs one. */
export const signInCountsForMs = 15 * minuteMs
