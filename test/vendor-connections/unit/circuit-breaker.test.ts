import { expect, test } from 'vitest'
import {
  afterFailure,
  afterRefusal,
  afterSuccess,
  isConnected,
  isTroubled,
  type VendorConnection,
} from '../../../shared/store/vendor-connections.ts'

const fresh: VendorConnection = {
  environment: 'sandbox',
  credentials: 'sealed',
  tokenSha256: 'hash',
  configuredAt: '2026-01-01T00:00:00.000Z',
  lastCheckAt: null,
  lastError: null,
  failures: [],
  openedAtMs: null,
  sentAt: null,
  refusedAt: null,
}

function failingAt(...times: readonly number[]): VendorConnection {
  return times.reduce((connection, at) => afterFailure(connection, 'no answer', at), fresh)
}

test('five failures within a minute open the breaker for a minute', () => {
  expect(isConnected(failingAt(0, 1, 2, 3), 4)).toBe(true)
  const open = failingAt(0, 10_000, 20_000, 30_000, 59_000)
  expect(isConnected(open, 59_001)).toBe(false)
  expect(isConnected(open, 118_999)).toBe(false)
  expect(isConnected(open, 119_000)).toBe(true)
})

test('five failures over more than a minute do not', () => {
  expect(isConnected(failingAt(0, 20_000, 40_000, 60_000, 80_000), 80_001)).toBe(true)
})

test('the first failure after the minute opens it again, and a success closes it', () => {
  const open = failingAt(0, 1, 2, 3, 4)
  expect(isConnected(afterFailure(open, 'no answer', 70_000), 70_001)).toBe(false)
  const closed = afterSuccess(open)
  expect(isConnected(closed, 5)).toBe(true)
  expect([isTroubled(open), isTroubled(closed)]).toEqual([true, false])
})

test('a connection that is refused begins nothing until a call succeeds, whatever fails in between', () => {
  const refused = afterRefusal(fresh, 'wrong secret', 0)
  expect(isConnected(refused, 1)).toBe(false)
  expect(isConnected(afterFailure(refused, 'no answer', 2), 3)).toBe(false)
  expect(isConnected(afterSuccess(refused), 4)).toBe(true)
  // The version before clears the reason alone.
  expect(isConnected({ ...refused, lastError: null }, 5)).toBe(true)
})
