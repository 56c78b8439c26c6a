import { hash } from 'node:crypto'
import * as v from 'valibot'
import { hourMs, minuteMs } from '../platform/clock.ts'
import { locales } from '../platform/locale.ts'
import type { Versioned } from '../store/collection.ts'

/** The limits of the codes by which people sign in, in one place. */
export const signInLimits = {
  /** Each is a guess in a hundred million: an address may be sent some codes an hour, for as long as somebody tries. */
  digits: 8,
  livesMs: 10 * minuteMs,
  /** With one code; the next code has as many again. */
  tries: 5,
  /** Of codes to one e-mail, asked for from one network: a stranger elsewhere cannot use them up. */
  toEmailFromNetwork: { pauseMs: minuteMs, sendings: 5, sendingsWithinMs: hourMs },
  /** Of codes to one e-mail, from wherever: above what any person needs, below what fills a mailbox. */
  toEmail: { pauseMs: 0, sendings: 100, sendingsWithinMs: hourMs },
  /** Of codes to whatever e-mails, asked for from one network. */
  fromNetwork: { pauseMs: 0, sendings: 30, sendingsWithinMs: hourMs },
  /** Of codes to one e-mail, asked for in browsers that have signed in with it: the three limits above do not count there. With five tries each, these are 100 guesses. */
  inKnownBrowser: { pauseMs: 0, sendings: 20, sendingsWithinMs: hourMs },
  /** Of requests to sign in with a passkey, from one network. Nothing can be guessed and no e-mail is sent: it limits the load. */
  passkeysFromNetwork: { pauseMs: 0, sendings: 300, sendingsWithinMs: hourMs },
  /** How long any of them is remembered. */
  longestMs: hourMs,
} as const

const moment = v.number()

/**
 * What somebody who signs in has to prove: that they read the mail of an address. It belongs to one attempt in one browser.
 * The code itself is nowhere: it follows from `sending` and a key that never leaves KMS. It is the same whether
 * anybody has an account with the address or not.
 */
export const challengeSchema = v.object({
  /** Made of the attempt's secret id, which is not to be found in messages and keys. */
  id: v.string(),
  /** As it was entered, in lower case. */
  email: v.string(),
  /** Of the page on which it was entered. */
  locale: v.picklist(locales),
  /** How many codes were asked for; the last one alone counts. */
  sending: v.number(),
  /** The number of the key that makes the last code. */
  key: v.number(),
  expiresAtMs: moment,
  /** How often the last code was sent again. */
  repeats: v.optional(v.number(), 0),
  failures: v.number(),
  /** When the right code was entered; null: not yet. */
  provedAtMs: v.nullable(moment),
  version: v.number(),
})
export type Challenge = v.InferOutput<typeof challengeSchema>

export function challengeId(attempt: string): string {
  return hash('sha256', `sign-in/${attempt}`, 'hex')
}

export function challengeKey(id: string) {
  return { PK: `SIGN_IN#${id}`, SK: 'CHALLENGE' }
}

/** Kept a while longer than the code is good for: it says what was asked for in this attempt. */
const challengeKeptForMs = hourMs

export const challenges: Versioned<Challenge> = {
  name: 'sign_in_challenge',
  schema: challengeSchema,
  key: ({ id }) => challengeKey(id),
  expiresAtSec: ({ expiresAtMs }) => Math.ceil((expiresAtMs + challengeKeptForMs) / 1000),
}

/** The challenge with one more code asked for, to an address that may be another one than before. */
export function withCodeAskedFor(
  before: Challenge | null,
  asked: Pick<Challenge, 'id' | 'email' | 'locale'>,
  { nowMs, key }: { readonly nowMs: number; readonly key: number },
): Challenge {
  const sending = (before?.sending ?? 0) + 1
  const open = { expiresAtMs: nowMs + signInLimits.livesMs, repeats: 0, failures: 0, provedAtMs: null }
  return { ...asked, ...open, sending, key, version: (before?.version ?? 0) + 1 }
}

/** Whether the last code still works for the same e-mail, and was not sent just now. */
export function canBeRepeated(
  challenge: Challenge | null,
  { email }: Pick<Challenge, 'email'>,
  nowMs: number,
): boolean {
  if (challenge?.email !== email || !awaitsCode(challenge, nowMs)) return false
  const madeAtMs = challenge.expiresAtMs - signInLimits.livesMs
  return nowMs >= madeAtMs + (challenge.repeats + 1) * signInLimits.toEmailFromNetwork.pauseMs
}

/** The challenge with its last code sent once more. It works no longer for that. */
export function withCodeRepeated(before: Challenge): Challenge {
  return { ...before, repeats: before.repeats + 1, version: before.version + 1 }
}

/** Whether a code could still be entered. */
export function awaitsCode({ expiresAtMs, failures, provedAtMs }: Challenge, nowMs: number): boolean {
  return provedAtMs === null && nowMs < expiresAtMs && failures < signInLimits.tries
}

/** Whether the right code was entered, and that still counts. */
export function isProved({ provedAtMs }: Challenge, nowMs: number): boolean {
  return provedAtMs !== null && nowMs < provedAtMs + signInLimits.livesMs
}

/** The challenge with a code entered. It has to be written before anybody is told whether the code was right. */
export function withCodeEntered(before: Challenge, isRight: boolean, nowMs: number): Challenge {
  const version = before.version + 1
  return isRight ? { ...before, provedAtMs: nowMs, version } : { ...before, failures: before.failures + 1, version }
}
