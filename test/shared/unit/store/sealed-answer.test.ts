import { describe, expect, test } from 'vitest'
import { outcomeOfTaken, type Reservation } from '../../../../shared/store/idempotency.ts'
import { packAnswer } from '../../../../shared/store/packed-answer.ts'
import { openAnswer, sealAnswer } from '../../../../shared/store/sealed-answer.ts'

const startedAtMs = 1_800_000_000_000
const started: Reservation = { keyHash: 'hash', fingerprint: 'print', holder: 'arrival-1', startedAtMs, answer: null }
const answer = { status: 201, headers: {}, body: { in: 'item', text: '{"clientSecret":"sk_test_x"}' } } as const
const seal = { secret: 'of the service', idempotencyKey: 'of the client' }
const packed = packAnswer(answer)
const sealed = sealAnswer(packed, started, seal)

describe('an answer that tells a secret', () => {
  test('opens for the same request under the same key', () => {
    expect(openAnswer(sealed, started, seal)).toEqual(Buffer.from(packed))
    const taken = { ...started, answer: sealed }
    expect(outcomeOfTaken(taken, 'print', startedAtMs, seal)).toEqual(answer)
  })

  test('is sealed differently each time', () => {
    expect(sealAnswer(packed, started, seal)).not.toEqual(sealed)
  })

  test.each([
    ['another secret of the service', started, { ...seal, secret: 'another' }],
    ['another Idempotency-Key', started, { ...seal, idempotencyKey: 'another' }],
    ['the record of another key', { ...started, keyHash: 'other' }, seal],
    ['another request', { ...started, fingerprint: 'other' }, seal],
  ])('does not open with %s', (_, reservation, other) => {
    expect(openAnswer(sealed, reservation, other)).toBeNull()
  })

  test('does not open once a bit of it is another, or a part of it is gone', () => {
    for (const at of [0, 12, sealed.length - 1])
      expect(openAnswer(Uint8Array.from(sealed).fill((sealed[at] ?? 0) ^ 1, at, at + 1), started, seal)).toBeNull()
    for (const length of [0, 27, 28, sealed.length - 1])
      expect(openAnswer(sealed.subarray(0, length), started, seal)).toBeNull()
  })

  test('that cannot be opened leaves the outcome unknown, from the first moment on', () => {
    const taken = { ...started, answer: sealed }
    const refused = outcomeOfTaken(taken, 'print', startedAtMs, { ...seal, secret: 'another' })
    expect(refused).toMatchObject({ refused: 'idempotency_outcome_unknown' })
  })
})
