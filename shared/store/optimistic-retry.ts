import { setTimeout as pause } from 'node:timers/promises'

interface Retries {
  readonly maxTries: number
  /** How long to wait before a retry, the first being 1. Up to as much again is added, so that two writers do not meet again. */
  readonly pauseMs?: (retry: number) => number
}

/** Which try this is. */
export interface Try {
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** 40, 160, then 640 ms. Jobs write a new record several times within a second; a client that changes it then should wait, not fail. */
const shortPauseMs = (retry: number) => Math.min(10 * 4 ** retry, 640)

/**
 * Reads, decides and writes again while the answer is `stale`: somebody else wrote first. Returns `stale` when that happened at
 * every try.
 */
export async function withOptimisticRetry<Result>(
  { maxTries, pauseMs = shortPauseMs }: Retries,
  attempt: (attempt: Try) => Promise<Result | 'stale'>,
): Promise<Result | 'stale'> {
  for (let number = 1; number <= maxTries; number++) {
    if (number > 1) await pause(pauseMs(number - 1) * (1 + Math.random()))
    const outcome = await attempt({ isFirst: number === 1, isLast: number === maxTries })
    if (outcome !== 'stale') return outcome
  }
  return 'stale'
}

/** Reads again while the answer is null: for some milliseconds a reader may see only a part of what one commit wrote. */
export async function retryUntilConsistent<Result>(
  retries: Retries,
  read: (attempt: Try) => Promise<Result | null>,
): Promise<Result> {
  const result = await withOptimisticRetry(retries, async (attempt) => (await read(attempt)) ?? 'stale')
  if (result === 'stale') throw new Error('the items of one commit could not be read together')
  return result
}
