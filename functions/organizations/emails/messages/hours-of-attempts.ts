import { attemptDelaysSec } from '../../../../events/delivery-schedule.ts'

/** In how many hours all attempts of a delivery are made, in a round number. */
export const hoursOfAttempts = Math.round(attemptDelaysSec.reduce<number>((sum, delaySec) => sum + delaySec, 0) / 3_600)
