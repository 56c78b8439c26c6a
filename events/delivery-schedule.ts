/** Seconds before each attempt of a delivery, counted from the end of the one before (contract §6.4). */
export const attemptDelaysSec = [0, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200] as const

/** After the last one a delivery is dead. */
export const maxAttempts = attemptDelaysSec.length

/** What is added to a delay at most, so that deliveries that failed together do not come together again. Nothing is ever taken off. */
const greatestJitter = 0.1

/** Whole seconds before the Nth attempt (from 1). `spread`: 0 to 1, how much of the jitter is added. */
export function delayBeforeSec(attempt: number, spread: number): number {
  const delay = attemptDelaysSec[attempt - 1]
  if (delay === undefined) throw new Error(`there is no attempt ${attempt}`)
  return delay + Math.floor(delay * greatestJitter * spread)
}

/** Of failed attempts of a subscription in a row: its administrators are warned, and later it is disabled (contract §6.4). */
export const failuresBeforeWarning = 5
export const failuresBeforeDisabling = 15
