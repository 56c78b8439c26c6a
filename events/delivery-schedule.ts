/** Seconds before each attempt of a delivery, counted from the end of the previous attempt (contract §6.4). */
export const attemptDelaysSec = [0, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200] as const

/** A delivery is dead after the last attempt. */
export const maxAttempts = attemptDelaysSec.length

/** The largest jitter, added so that deliveries that failed together are not retried together. It is never negative. */
const greatestJitter = 0.1

/** Whole seconds before the Nth attempt (from 1). `spread`, from 0 to 1, is the share of the jitter. */
export function delayBeforeSec(attempt: number, spread: number): number {
  const delay = attemptDelaysSec[attempt - 1]
  if (delay === undefined) throw new Error(`there is no attempt ${attempt}`)
  return delay + Math.floor(delay * greatestJitter * spread)
}

/** Failed attempts in a row after which administrators are warned and the subscription is disabled (contract §6.4). */
export const failuresBeforeWarning = 5
export const failuresBeforeDisabling = 15
