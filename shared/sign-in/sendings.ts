import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Versioned } from '../store/collection.ts'
import { signInLimits } from './challenge.ts'

/** When codes to an address were asked for lately, in whatever attempts, and whether or not anybody has an account with it. */
export const sendingsSchema = v.object({
  emailSha256: v.string(),
  askedAtMs: v.array(v.number()),
  version: v.number(),
})
export type Sendings = v.InferOutput<typeof sendingsSchema>

export function emailSha256(email: string): string {
  return createHash('sha256').update(email).digest('hex')
}

export function sendingsKey(emailSha256: string) {
  return { PK: `SIGN_IN_MAIL#${emailSha256}`, SK: 'SENDINGS' }
}

export const sendings: Versioned<Sendings> = {
  name: 'sign_in_sendings',
  schema: sendingsSchema,
  key: ({ emailSha256 }) => sendingsKey(emailSha256),
  expiresAtSec: ({ askedAtMs }) => Math.ceil((Math.max(...askedAtMs) + signInLimits.sendingsWithinMs) / 1000),
}

/** One sending more. Null where that would be one too many: then `mayAskAtMs` says when it would not. */
export function withSending(before: Sendings | null, emailSha256: string, nowMs: number): Sendings | null {
  if (mayAskAtMs(before, nowMs) > nowMs) return null
  const askedAtMs = [...recent(before, nowMs), nowMs]
  return { emailSha256, askedAtMs, version: (before?.version ?? 0) + 1 }
}

/** When the next code to the address can be asked for: now, or later. */
export function mayAskAtMs(before: Sendings | null, nowMs: number): number {
  const asked = recent(before, nowMs)
  const afterPause = (asked.at(-1) ?? Number.NEGATIVE_INFINITY) + signInLimits.pauseMs
  const [oldest = nowMs] = asked
  const afterOldest = asked.length < signInLimits.sendings ? nowMs : oldest + signInLimits.sendingsWithinMs
  return Math.max(nowMs, afterPause, afterOldest)
}

function recent(before: Sendings | null, nowMs: number): number[] {
  return (before?.askedAtMs ?? []).filter((atMs) => nowMs - atMs < signInLimits.sendingsWithinMs)
}
