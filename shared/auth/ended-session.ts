import { hash } from 'node:crypto'
import * as v from 'valibot'
import type { Collection } from '../store/collection.ts'
import { maxTokenLifetimeSec } from './access-token-claims.ts'
import { accountPartition } from './principal.ts'

/**
 * A sign-in that was ended before its access tokens expire. It stands in the account's partition, which every request reads, so that
 * those tokens end at once.
 */
const endedSessionSchema = v.object({ userId: v.string(), sessionId: v.string(), expiresAtSec: v.number() })
export type EndedSession = v.InferOutput<typeof endedSessionSchema>

export const endedSessions: Collection<EndedSession> = {
  name: 'ended_session',
  schema: endedSessionSchema,
  key: ({ userId, sessionId }) => ({ PK: accountPartition(userId), SK: `ENDED#${sessionId}` }),
  expiresAtSec: ({ expiresAtSec }) => expiresAtSec,
}

/** Clocks may differ by this much, and by then no token of the session is accepted any more. */
const keptLongerSec = 300

export function endedSession(userId: string, grantId: string, nowMs: number): EndedSession {
  const expiresAtSec = Math.ceil(nowMs / 1000) + maxTokenLifetimeSec + keptLongerSec
  return { userId, sessionId: sessionIdOfGrant(grantId), expiresAtSec }
}

/** How access tokens name the sign-in that they come of (`sid`). It does not tell the provider's own id of the grant. */
export function sessionIdOfGrant(grantId: string): string {
  return hash('sha256', `session of a token/${grantId}`, 'hex')
}
