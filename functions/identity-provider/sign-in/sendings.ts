import { hash } from 'node:crypto'
import * as v from 'valibot'
import { networkSha256 } from '../../../shared/http/network.ts'
import { signInLimits } from '../../../shared/personal-links/challenge.ts'
import type { Versioned } from '../../../shared/store/collection.ts'

/**
 * When codes were asked for lately, in whatever attempts, and whether or not anybody has an account: to an e-mail, or from a
 * network.
 */
export const sendingsSchema = v.object({
  /** What they were counted for: `MAIL#` and the SHA-256 of the e-mail, `FROM#` and that of the network, or both; `KNOWN#MAIL#` and the e-mail; `PASSKEY#FROM#` and the network. */
  of: v.string(),
  askedAtMs: v.array(v.number()),
  version: v.number(),
})
export type Sendings = v.InferOutput<typeof sendingsSchema>

/** How often codes may be asked for. */
export interface Pace {
  /** Between two of them. */
  readonly pauseMs: number
  readonly sendings: number
  readonly sendingsWithinMs: number
}

export function sendingsToEmail(email: string): string {
  return `MAIL#${hash('sha256', email, 'hex')}`
}

export function sendingsFromNetwork(ip: string): string {
  return `FROM#${networkSha256(ip)}`
}

export function sendingsToEmailFromNetwork(email: string, ip: string): string {
  return `${sendingsToEmail(email)}#${sendingsFromNetwork(ip)}`
}

/** Those from browsers that have signed in with the e-mail: strangers cannot use them up. */
export function sendingsInKnownBrowser(email: string): string {
  return `KNOWN#${sendingsToEmail(email)}`
}

/** Requests to sign in with a passkey. */
export function sendingsWithPasskeys(ip: string): string {
  return `PASSKEY#${sendingsFromNetwork(ip)}`
}

const partitionStart = 'SIGN_IN_'

export function sendingsKey(of: string) {
  return { PK: `${partitionStart}${of}`, SK: 'SENDINGS' }
}

export const sendings: Versioned<Sendings> = {
  name: 'sign_in_sendings',
  schema: sendingsSchema,
  key: ({ of }) => sendingsKey(of),
  toldByKey: ({ PK }) => ({ of: PK.slice(partitionStart.length) }),
  expiresAtSec: ({ askedAtMs }) => Math.ceil((Math.max(...askedAtMs) + signInLimits.longestMs) / 1000),
}

/** One sending more. Null where that would be one too many: then `mayAskAtMs` says when it would not. */
export function withSending(before: Sendings | null, of: string, pace: Pace, nowMs: number): Sendings | null {
  if (mayAskAtMs(before, pace, nowMs) > nowMs) return null
  const askedAtMs = [...recent(before, pace, nowMs), nowMs]
  return { of, askedAtMs, version: (before?.version ?? 0) + 1 }
}

/** When the next code can be asked for: now, or later. */
export function mayAskAtMs(before: Sendings | null, pace: Pace, nowMs: number): number {
  const asked = recent(before, pace, nowMs)
  const last = asked.at(-1)
  const afterPause = last === undefined ? nowMs : last + pace.pauseMs
  const [oldest = nowMs] = asked
  const afterOldest = asked.length < pace.sendings ? nowMs : oldest + pace.sendingsWithinMs
  return Math.max(nowMs, afterPause, afterOldest)
}

function recent(before: Sendings | null, { sendingsWithinMs }: Pace, nowMs: number): number[] {
  return (before?.askedAtMs ?? []).filter((atMs) => nowMs - atMs < sendingsWithinMs)
}
