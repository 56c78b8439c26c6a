import { aliasKey, artifactKey, artifacts, newArtifact } from '../../functions/identity-provider/oauth/artifact.ts'
import { personSessions, sessionIdOf, sessionTokens } from '../../functions/identity-provider/oauth/person-sessions.ts'
import { put } from '../../infra/local/tenant.ts'
import { timestamp } from '../../shared/platform/clock.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { table } from './tenant.ts'

/** A sign-in of a person by which an application can get tokens, as the identity provider notes it. */
export async function signedInSession(userId: string): Promise<string> {
  const [uid, jti, grantId] = [systemIds(), systemIds(), systemIds()]
  const [id, at, expiresAtSec] = [sessionIdOf(uid), timestamp(Date.now()), Math.floor(Date.now() / 1000) + 3600]
  const common = { expiresAtSec, writtenBy: systemIds() }
  await put(table(), artifacts, newArtifact({ model: 'Session', id: jti, payload: { accountId: userId }, ...common }))
  await put(table(), artifacts, newArtifact({ model: 'Grant', id: grantId, payload: { accountId: userId }, ...common }))
  const items = [artifactKey('Session', jti), aliasKey('Session', uid)]
  const from = { ip: '203.0.113.7', userAgent: 'A browser' }
  const times = { signedInAt: at, lastUsedAt: at, endedAt: null, expiresAtSec }
  await put(table(), personSessions, { id, userId, ...times, ...from, items })
  const token = { sessionId: id, userId, clientId: 'sealpost-app', grantId, lastUsedAt: at, expiresAtSec }
  await put(table(), sessionTokens, token)
  return id
}
