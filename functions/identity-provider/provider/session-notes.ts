import { type AdapterPayload, Provider } from 'oidc-provider'
import { timestamp } from '../../../shared/platform/clock.ts'
import { aliasKey, artifactKey } from '../oauth/artifact.ts'
import { lifetimes } from '../oauth/lifetimes.ts'
import { type PersonSession, type SessionToken, sessionIdOf } from '../oauth/person-sessions.ts'

/** A session as it is noted for the person who signed in, whenever it is saved. Null: nobody did. */
export function notedSession(
  id: string,
  { uid, accountId: userId, loginTs }: AdapterPayload,
  nowMs: number,
): PersonSession | null {
  if (!uid || !userId) return null
  const request = Provider.ctx
  const signedInAtSec = loginTs ?? Math.floor(nowMs / 1000)
  return {
    id: sessionIdOf(uid),
    userId,
    signedInAt: timestamp(signedInAtSec * 1000),
    lastUsedAt: timestamp(nowMs),
    ip: request?.ip || null,
    userAgent: request?.get('user-agent').slice(0, 500) || null,
    items: [artifactKey('Session', id), aliasKey('Session', uid)],
    endedAt: null,
    // Tokens can outlive the browser's session.
    expiresAtSec: signedInAtSec + lifetimes.session.absoluteSec + lifetimes.refreshToken.absoluteSec,
  }
}

/** What an application gets by a session: noted with each code and refresh token. Null: the artifact is nothing of the kind. */
export function notedToken(
  { sessionUid, accountId: userId, clientId, grantId }: AdapterPayload,
  nowMs: number,
): SessionToken | null {
  if (!sessionUid || !userId || !clientId || !grantId) return null
  return {
    sessionId: sessionIdOf(sessionUid),
    userId,
    clientId,
    grantId,
    lastUsedAt: timestamp(nowMs),
    expiresAtSec: Math.floor(nowMs / 1000) + lifetimes.refreshToken.idleSec,
  }
}
