import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lifetimesOfPeople } from '../../../functions/identity-provider/oauth/lifetimes.ts'
import { mayAskAtMs, type Sendings, withSending } from '../../../functions/identity-provider/sign-in/sendings.ts'
import { networkOf } from '../../../shared/http/network.ts'
import {
  awaitsCode,
  isProved,
  signInLimits,
  withCodeAskedFor,
  withCodeEntered,
} from '../../../shared/personal-links/challenge.ts'
import { signInCode } from '../../../shared/personal-links/signing-secrets.ts'
import { hourMs, minuteMs } from '../../../shared/platform/clock.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')
const asked = { id: 'attempt', email: 'jane@example.com', locale: 'en' as const }

/** The sendings after codes were asked for at these moments, in minutes; those that were refused change nothing. */
function askedAt(...minutes: number[]): Sendings | null {
  let sendings: Sendings | null = null
  for (const minute of minutes)
    sendings =
      withSending(sendings, 'MAIL#hash', signInLimits.toEmailFromNetwork, start + minute * minuteMs) ?? sendings
  return sendings
}

describe('how often a code can be asked for', () => {
  test.each<[string, number[], number, number]>([
    ['at once, where none was', [], 0, 0],
    ['a minute after the last', [0], 0.5, 1],
    ['at once, when that minute is over', [0], 1, 1],
    ['an hour after the first of five', [0, 1, 2, 3, 4], 5, 60],
    ['at once, when that hour is over', [0, 1, 2, 3, 4], 60, 60],
    ['an hour after the second, when the first is forgotten', [0, 1, 2, 3, 4, 60], 60.5, 61],
    ['as ever, when what was refused is not counted', [0, 0.1, 0.2, 0.3, 0.4, 0.5], 2, 2],
  ])('%s', (_case, minutes, now, expected) => {
    expect(mayAskAtMs(askedAt(...minutes), signInLimits.toEmailFromNetwork, start + now * minuteMs)).toBe(
      start + expected * minuteMs,
    )
  })

  test('from a network: thirty an hour, without a pause between them', () => {
    const pace = signInLimits.fromNetwork
    let sent: Sendings | null = null
    for (let code = 0; code < 30; code++) {
      expect(mayAskAtMs(sent, pace, start + code)).toBe(start + code)
      sent = withSending(sent, 'FROM#hash', pace, start + code)
    }
    expect(withSending(sent, 'FROM#hash', pace, start + 30)).toBeNull()
    expect(mayAskAtMs(sent, pace, start + 30)).toBe(start + hourMs)
    expect(withSending(sent, 'FROM#hash', pace, start + hourMs)?.askedAtMs).toHaveLength(30)
  })

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
    ['2001:0DB8::1', '2001:db8:0:0::/64'],
    ['2001:db8::ffff:203.0.113.7', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is of the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('addresses of one /64 are one network, and no others', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
    const written = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(':')
    fc.assert(
      fc.property(groups, groups, (one, other) => {
        const neighbor = [...one.slice(0, 4), ...other.slice(4)]
        expect(networkOf(written(neighbor))).toBe(networkOf(written(one)))
        const isSame = written(one.slice(0, 4)) === written(other.slice(0, 4))
        expect(networkOf(written(other)) === networkOf(written(one))).toBe(isSame)
      }),
    )
  })

  test('what is forgotten is not kept', () => {
    expect(askedAt(0, 1, 2, 70)?.askedAtMs).toEqual([start + 70 * minuteMs])
  })
})

describe('a code', () => {
  const challenge = withCodeAskedFor(null, asked, { nowMs: start, key: 1 })

  test('can be entered for ten minutes, to the millisecond', () => {
    expect(awaitsCode(challenge, start + 10 * minuteMs - 1)).toBe(true)
    expect(awaitsCode(challenge, start + 10 * minuteMs)).toBe(false)
  })

  test('can be tried five times; the next one again', () => {
    let tried = challenge
    for (let tries = 1; tries <= 5; tries++) {
      expect(awaitsCode(tried, start)).toBe(true)
      tried = withCodeEntered(tried, false, start)
    }
    expect(awaitsCode(tried, start)).toBe(false)
    const next = withCodeAskedFor(tried, asked, { nowMs: start + minuteMs, key: 1 })
    expect([next.sending, awaitsCode(next, start + minuteMs)]).toEqual([2, true])
  })

  test('proves the address for ten minutes, and counts once', () => {
    const proved = withCodeEntered(challenge, true, start)
    expect([awaitsCode(proved, start), isProved(proved, start + 10 * minuteMs - 1)]).toEqual([false, true])
    expect(isProved(proved, start + 10 * minuteMs)).toBe(false)
    expect(isProved(withCodeAskedFor(proved, asked, { nowMs: start + minuteMs, key: 1 }), start + minuteMs)).toBe(false)
  })

  test('is of one attempt, one sending and one address', async () => {
    const texts: string[] = []
    const mac = async (text: string) => {
      texts.push(text)
      return new Uint8Array(32)
    }
    for (const other of [{}, { id: 'other' }, { sending: 2 }, { email: 'joe@example.com' }])
      expect(await signInCode(mac, { ...challenge, ...other })).toMatch(/^\d{8}$/)
    expect(new Set(texts).size).toBe(4)
  })
})

describe('what people are given lasts', () => {
  const days = (count: number) => count * 24 * 60 * 60
  const lifetimes = lifetimesOfPeople(() => start)
  const nowSec = start / 1000
  const of = (kind: 'RefreshToken' | 'Session', given: object): unknown =>
    Reflect.apply(Object(lifetimes[kind]), null, [null, given])

  test.each([
    ['30 days when it is new', { iiat: nowSec }, days(30)],
    ['30 days more when it is used', { iiat: nowSec - days(59) }, days(30)],
    ['until 90 days after the first', { iiat: nowSec - days(80) }, days(10)],
    ['no time after that', { iiat: nowSec - days(91) }, 1],
  ])('a refresh token: %s', (_case, token, expected) => {
    expect(of('RefreshToken', token)).toBe(expected)
  })

  test.each([
    ['12 hours when it is new', { loginTs: nowSec }, (12 * hourMs) / 1000],
    ['12 hours more when it is used', { loginTs: nowSec - days(29) }, (12 * hourMs) / 1000],
    ['until 30 days after the person signed in', { loginTs: nowSec - days(30) + 60 }, 60],
    ['no time after that', { loginTs: nowSec - days(31) }, 1],
  ])('a session: %s', (_case, session, expected) => {
    expect(of('Session', session)).toBe(expected)
  })
})
