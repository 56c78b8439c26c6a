import { hash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { minuteMs } from '../../../shared/platform/clock.ts'
import { fromItem, type Versioned } from '../../../shared/store/collection.ts'
import { getItem, type Table } from '../../../shared/store/table.ts'

/** What an answer of an authenticator is for. */
export type Purpose = 'sign_in' | 'add'

/** For one answer of an authenticator, in one interaction. The next one replaces it. */
export const challengeLivesMs = 5 * minuteMs

const passkeyChallengeSchema = v.object({
  /** Made of the interaction's secret id and the purpose. */
  id: v.string(),
  /** 256 random bits in base64url. */
  challenge: v.string(),
  expiresAtMs: v.number(),
  isUsed: v.boolean(),
  version: v.number(),
})
export type PasskeyChallenge = v.InferOutput<typeof passkeyChallengeSchema>

export const passkeyChallenges: Versioned<PasskeyChallenge> = {
  name: 'passkey_challenge',
  schema: passkeyChallengeSchema,
  key: ({ id }) => passkeyChallengeKey(id),
  expiresAtSec: ({ expiresAtMs }) => Math.ceil(expiresAtMs / 1000),
}

export function passkeyChallengeKey(id: string) {
  return { PK: `OIDC#PASSKEY_CHALLENGE#${id}`, SK: 'CHALLENGE' }
}

export function passkeyChallengeId(interaction: string, purpose: Purpose): string {
  return hash('sha256', `passkey/${purpose}/${interaction}`, 'hex')
}

export async function passkeyChallengeOf(table: Table, id: string): Promise<PasskeyChallenge | null> {
  const item = await getItem(table, passkeyChallengeKey(id))
  return item ? fromItem(passkeyChallenges, item) : null
}

export function newChallenge(before: PasskeyChallenge | null, id: string, nowMs: number): PasskeyChallenge {
  const challenge = randomBytes(32).toString('base64url')
  const version = (before?.version ?? 0) + 1
  return { id, challenge, expiresAtMs: nowMs + challengeLivesMs, isUsed: false, version }
}

export function awaitsAnswer({ isUsed, expiresAtMs }: PasskeyChallenge, nowMs: number): boolean {
  return !isUsed && nowMs < expiresAtMs
}

/** The challenge after an answer, right or wrong. */
export function usedUp(challenge: PasskeyChallenge): PasskeyChallenge {
  return { ...challenge, isUsed: true, version: challenge.version + 1 }
}
