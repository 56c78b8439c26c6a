import { expect, test } from 'vitest'
import { retryUntilConsistent, withOptimisticRetry } from '../../../../shared/store/optimistic-retry.ts'

test('tries again, after a pause, while somebody else writes first', async () => {
  const pauses: number[] = []
  const pauseMs = (retry: number) => pauses.push(retry) && 0
  const outcomes = ['stale', 'stale', 'written'] as const
  let tries = 0
  expect(await withOptimisticRetry({ maxTries: 3, pauseMs }, async () => outcomes[tries++] ?? 'stale')).toBe('written')
  expect(pauses).toEqual([1, 2])
})

test('knows its first and its last try, and gives up after that', async () => {
  const tries: string[] = []
  const outcome = await withOptimisticRetry({ maxTries: 3, pauseMs: () => 0 }, async ({ isFirst, isLast }) => {
    tries.push(isFirst ? 'first' : isLast ? 'last' : 'between')
    return 'stale'
  })
  expect([outcome, ...tries]).toEqual(['stale', 'first', 'between', 'last'])
})

test('reads until the items of a commit are there together', async () => {
  const reads = [null, 'whole']
  expect(await retryUntilConsistent({ maxTries: 3, pauseMs: () => 0 }, async () => reads.shift() ?? null)).toBe('whole')
  await expect(retryUntilConsistent({ maxTries: 2, pauseMs: () => 0 }, async () => null)).rejects.toThrow('together')
})
