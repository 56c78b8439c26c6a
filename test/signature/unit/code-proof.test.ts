import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CodeState,
  codeLimits,
  countedUntilMs,
  isObstacle,
  isProvedBy,
  nextSendingAtMs,
  noRecipientCodes,
  noSignerCode,
  triesLeft,
  withCodeEntered,
  withCodeSent,
  withoutOldFailures,
} from '../../../shared/personal-links/code-proof.ts'
import { dayMs, minuteMs } from '../../../shared/platform/clock.ts'

const startMs = Date.parse('2026-03-01T12:00:00.000Z')
const session = 'a'.repeat(64)
const right = { isRight: true, isWhole: true, sessionSha256: session }
const wrong = { isRight: false, isWhole: true, sessionSha256: session }
const noCodeYet: CodeState = { signer: noSignerCode, recipient: noRecipientCodes }
const sent = { digits: codeLimits.digits, key: 1 }

function sentAt(...minutes: number[]): CodeState {
  return minutes.reduce<CodeState>(
    (state, minute) => must(withCodeSent(state, sent, startMs + minute * minuteMs)),
    noCodeYet,
  )
}

function must(outcome: ReturnType<typeof withCodeSent>): CodeState {
  if (isObstacle(outcome)) throw new Error(outcome.kind)
  return outcome
}

/** The state after wrong codes at one moment. */
function failedAt(state: CodeState, minute: number, times: number): CodeState {
  let current = state
  for (let time = 0; time < times; time++) {
    const outcome = withCodeEntered(current, wrong, startMs + minute * minuteMs)
    if (!isObstacle(outcome) || outcome.kind !== 'wrong') throw new Error('the wrong code was not refused as wrong')
    current = outcome.state
  }
  return current
}

describe('a one-time code', () => {
  test('proves the browser that enters it, once, and for half an hour', () => {
    const proved = must(withCodeEntered(sentAt(0), right, startMs + minuteMs))
    const provedAtMs = startMs + minuteMs
    expect(isProvedBy(proved.signer, session, provedAtMs)).toBe(true)
    expect(isProvedBy(proved.signer, session, provedAtMs + codeLimits.provesForMs - 1)).toBe(true)
    expect(isProvedBy(proved.signer, session, provedAtMs + codeLimits.provesForMs)).toBe(false)
    expect(isProvedBy(proved.signer, 'b'.repeat(64), provedAtMs)).toBe(false)
    expect(isProvedBy(proved.signer, null, provedAtMs)).toBe(false)
    expect(withCodeEntered(proved, right, provedAtMs)).toEqual({ kind: 'no_code' })
  })

  test.each([
    ['before any was sent', noCodeYet, 0, 'no_code'],
    ['in its last millisecond', sentAt(0), 10 - 1 / minuteMs, 'proved'],
    ['when its ten minutes are over', sentAt(0), 10, 'no_code'],
    ['sent last, of two', sentAt(0, 5), 14, 'proved'],
  ])('entered %s', (_, state, minute, expected) => {
    const outcome = withCodeEntered(state, right, startMs + minute * minuteMs)
    expect(isObstacle(outcome) ? outcome.kind : 'proved').toBe(expected)
  })

  test('is sent three times in a quarter of an hour, and again when the first is that old', () => {
    const state = sentAt(0, 4, 8)
    const tooOften = { kind: 'too_often', untilMs: startMs + 15 * minuteMs }
    expect(withCodeSent(state, sent, startMs + 9 * minuteMs)).toEqual(tooOften)
    expect(nextSendingAtMs(state.recipient, startMs + 9 * minuteMs)).toBe(startMs + 15 * minuteMs)
    const again = must(withCodeSent(state, sent, startMs + 15 * minuteMs))
    expect(again.signer.counter).toBe(4)
    expect(withCodeSent(again, sent, startMs + 16 * minuteMs)).toMatchObject({ kind: 'too_often' })
  })

  test('has five tries over all codes, then neither counts nor is sent for a quarter of an hour', () => {
    const four = failedAt(sentAt(0), 1, 4)
    expect(triesLeft(four.recipient)).toBe(1)
    const other = must(withCodeSent(four, sent, startMs + 2 * minuteMs))
    expect(triesLeft(other.recipient)).toBe(1)
    const locked = failedAt(other, 3, 1)
    const lock = { kind: 'locked', untilMs: startMs + 18 * minuteMs }
    expect(withCodeEntered(locked, right, startMs + 4 * minuteMs)).toEqual(lock)
    expect(withCodeSent(locked, sent, startMs + 17 * minuteMs)).toEqual(lock)
    const free = must(withCodeSent(locked, sent, startMs + 18 * minuteMs))
    expect(triesLeft(free.recipient)).toBe(5)
    expect(isObstacle(withCodeEntered(free, right, startMs + 19 * minuteMs))).toBe(false)
  })

  test('is mistyped, not guessed, where it has another length', () => {
    const entered = { ...wrong, isWhole: false }
    expect(withCodeEntered(sentAt(0), entered, startMs + minuteMs)).toEqual({ kind: 'mistyped', digits: sent.digits })
  })

  test('is of no use to a signer after twenty wrong ones, however long ago the first was', () => {
    let state = noCodeYet
    for (let round = 0; round < 4; round++) {
      state = must(withCodeSent(state, sent, startMs + round * 20 * minuteMs))
      state = failedAt(state, round * 20 + 1, 5)
    }
    const later = startMs + 100 * minuteMs
    expect(withCodeSent(state, sent, later)).toEqual({ kind: 'correct_the_signer' })
    expect(withCodeEntered(state, right, later)).toEqual({ kind: 'correct_the_signer' })
  })

  test('counts for a day for a link whose holder nobody can correct', () => {
    let state = noCodeYet
    for (let round = 0; round < 4; round++) {
      state = must(withCodeSent(state, sent, startMs + round * 20 * minuteMs))
      state = failedAt(state, round * 20 + 1, 5)
    }
    const untilMs = startMs + minuteMs + dayMs
    expect(countedUntilMs(state.signer)).toBe(untilMs)
    expect(withoutOldFailures(state.signer, untilMs - 1).wrongCodes).toBe(20)
    const signer = withoutOldFailures(state.signer, untilMs)
    expect(isObstacle(withCodeSent({ ...state, signer }, sent, untilMs))).toBe(false)
  })

  test('of one signer counts for the recipient: another signer with the same mailbox has no tries of their own', () => {
    const { recipient } = failedAt(sentAt(0), 1, 4)
    const other = must(withCodeSent({ signer: noSignerCode, recipient }, sent, startMs + 2 * minuteMs))
    const locked = failedAt(other, 3, 1)
    expect(withCodeSent({ signer: noSignerCode, recipient: locked.recipient }, sent, startMs + 4 * minuteMs)).toEqual({
      kind: 'locked',
      untilMs: startMs + 18 * minuteMs,
    })
  })

  test('is not found by guessing, however sendings and tries are mixed: at most ten tries in any half hour', () => {
    const acts = fc.array(fc.record({ afterMs: fc.nat({ max: 4 * minuteMs }), sends: fc.boolean() }), {
      maxLength: 300,
    })
    fc.assert(
      fc.property(acts, (made) => {
        let state = noCodeYet
        let nowMs = startMs
        const triesAtMs: number[] = []
        for (const { afterMs, sends } of made) {
          nowMs += afterMs
          const outcome = sends ? withCodeSent(state, sent, nowMs) : withCodeEntered(state, wrong, nowMs)
          if (!isObstacle(outcome)) state = outcome
          else if (outcome.kind === 'wrong') {
            state = outcome.state
            triesAtMs.push(nowMs)
          }
        }
        for (const fromMs of triesAtMs) {
          const within = triesAtMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + 2 * codeLimits.lockedForMs)
          expect(within.length).toBeLessThanOrEqual(2 * codeLimits.tries)
        }
      }),
    )
  })
})
