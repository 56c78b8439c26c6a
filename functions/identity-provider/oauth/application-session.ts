import { randomBytes } from 'node:crypto'
import type { AdapterPayload } from 'oidc-provider'
import type { DelegatedScope } from '../../../shared/auth/permissions.ts'
import type { Refusal } from '../../../shared/errors/refusal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import type { Ids } from '../../../shared/platform/ids.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { artifacts, newArtifact } from './artifact.ts'
import { lifetimes } from './lifetimes.ts'
import { notEnded, personSessionKey, type SessionToken, sessionTokens } from './person-sessions.ts'
import { usualScopes } from './scopes.ts'

interface Session {
  readonly applicationId: string
  readonly userId: string
  readonly scopes: readonly DelegatedScope[]
  readonly audience: string
  readonly audienceScope: string
  /** The sign-in of the person who let it act, with which it ends; null: with none. */
  readonly signInId: string | null
  /** What is answered where that sign-in has ended. */
  readonly ifSignInEnded: Refusal
}

/** How long the provider keeps what a session is based on, beyond its last refresh token. */
const longerSec = 3600

/**
 * Lets an application go on acting for a person, as if it had exchanged a code at the identity provider: with a grant and a
 * refresh token as the provider stores them, written together with whatever the code was.
 */
export function openSession(
  work: UnitOfWork,
  { applicationId: clientId, userId: accountId, scopes, audience, audienceScope, signInId, ifSignInEnded }: Session,
  { nowMs, ids }: { nowMs: number; ids: Ids },
): { readonly id: string; readonly refreshToken: string } {
  const [id, refreshToken] = [opaque(), opaque()]
  const iat = Math.floor(nowMs / 1000)
  const ofProvider = usualScopes(audienceScope)
  const resourceScope = [audienceScope, ...scopes].join(' ')
  const { idleSec, absoluteSec } = lifetimes.refreshToken
  const store = (model: string, artifactId: string, livesSec: number, payload: AdapterPayload) => {
    const expiresAtSec = iat + livesSec
    const stored = { iat, exp: expiresAtSec, kind: model, jti: artifactId, accountId, clientId, ...payload }
    work.create(artifacts, newArtifact({ model, id: artifactId, payload: stored, expiresAtSec, writtenBy: ids(nowMs) }))
  }
  const openId = ofProvider.filter((scope) => scope !== audienceScope).join(' ')
  store('Grant', id, absoluteSec + longerSec, {
    openid: { scope: openId },
    resources: { [audience]: resourceScope },
  })
  store('RefreshToken', refreshToken, idleSec, {
    grantId: id,
    gty: 'authorization_code',
    iiat: iat,
    rotations: 0,
    claims: {},
    resource: audience,
    scope: [...ofProvider, ...scopes].join(' '),
    expiresWithSession: false,
  })
  if (signInId !== null) {
    const token = { sessionId: signInId, userId: accountId, clientId, grantId: id, lastUsedAt: timestamp(nowMs) }
    noteUseOf(work, token, ifSignInEnded)
    // Its refresh tokens do not tell the sign-in, so this lasts as long as they can.
    work.putPart(sessionTokens, { ...token, expiresAtSec: iat + absoluteSec })
  }
  return { id, refreshToken }
}

/** Notes that a sign-in was used, as long as its person has not ended it. */
function noteUseOf(
  work: UnitOfWork,
  { userId, sessionId: id, lastUsedAt }: Pick<SessionToken, 'userId' | 'sessionId' | 'lastUsedAt'>,
  ifEnded: Refusal,
): void {
  const { ConditionExpression, ExpressionAttributeNames } = notEnded
  const Update = {
    Key: personSessionKey(userId, id),
    UpdateExpression: 'SET #record.lastUsedAt = :now',
    ConditionExpression: `attribute_exists(PK) AND ${ConditionExpression}`,
    ExpressionAttributeNames,
    ExpressionAttributeValues: { ':now': lastUsedAt },
  }
  work.write((TableName) => ({ Update: { TableName, ...Update } }), ifEnded)
}

/** What the provider names its artifacts: 256 bits that nobody can guess. */
function opaque(): string {
  return randomBytes(32).toString('base64url')
}
