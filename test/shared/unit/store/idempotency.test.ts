import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprintOf, outcomeOfTaken, type Reservation } from '../../../../shared/store/idempotency.ts'
import { packAnswer } from '../../../../shared/store/packed-answer.ts'

const startedAtMs = 1_800_000_000_000
const started: Reservation = {
  keyHash: 'hash',
  fingerprint: 'fingerprint',
  holder: 'arrival-1',
  startedAtMs,
  answer: null,
}
const answer = { status: 201, headers: {}, body: { in: 'item', text: '{}' } } as const

describe('a key that another request has', () => {
  test.each([
    [0, 'idempotency_in_progress'],
    [59_999, 'idempotency_in_progress'],
    [60_000, 'idempotency_outcome_unknown'],
    [86_399_999, 'idempotency_outcome_unknown'],
  ])('%i ms after its start, without an answer: %s', (ms, refused) => {
    expect(outcomeOfTaken(started, 'fingerprint', startedAtMs + ms)).toMatchObject({ refused })
  })

  test('gives its answer at any time', () => {
    for (const ms of [0, 60_000, 86_399_999])
      expect(outcomeOfTaken({ ...started, answer: packAnswer(answer) }, 'fingerprint', startedAtMs + ms)).toEqual(
        answer,
      )
  })

  test('tells first that it was another request, whatever became of that', () => {
    for (const taken of [started, { ...started, answer: packAnswer(answer) }])
      expect(outcomeOfTaken(taken, 'other', startedAtMs)).toMatchObject({ refused: 'idempotency_key_reused' })
  })
})

describe('the fingerprint of a request', () => {
  const bodies = fc.option(fc.uint8Array({ maxLength: 40 }))
  const requests = fc.tuple(fc.constantFrom('POST', 'PUT'), fc.webPath(), bodies)

  test('is the same for the same method, path and bytes, and for no others', () => {
    fc.assert(
      fc.property(requests, requests, (one, other) => {
        const [text, otherText] = [one, other].map(([method, path, body]) => `${method} ${path} ${body ?? ''}`)
        const isSame = fingerprintOf(...one) === fingerprintOf(...other)
        expect(isSame).toBe(text === otherText)
        expect(fingerprintOf(...one)).toBe(fingerprintOf(...one))
      }),
    )
  })
})
