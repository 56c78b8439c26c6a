import * as v from 'valibot'
import { sessionIdOfGrant } from '../../../shared/auth/ended-session.ts'
import { derivedUuid, uuid } from '../../../shared/platform/ids.ts'
import { type Collection, recordsOf } from '../../../shared/store/collection.ts'
import { getItems, type Item, type Key, queryPartition, type Table } from '../../../shared/store/table.ts'
import { artifactKey, artifacts } from './artifact.ts'

/** What the identity provider keeps for a person: their sign-ins, with what applications got by them, and their passkeys. */
export function partitionOfPerson(userId: string): string {
  return `OIDC#PERSON#${userId}`
}

const sessionSchema = v.object({
  id: uuid,
  userId: v.string(),
  signedInAt: v.string(),
  lastUsedAt: v.string(),
  ip: v.nullable(v.string()),
  userAgent: v.nullable(v.string()),
  /** The provider's items of it. Their keys tell no secret. */
  items: v.array(v.object({ PK: v.string(), SK: v.string() })),
  /** When its person ended it: from then on nothing of it is saved any more. Signing out leaves the tokens of other applications. */
  endedAt: v.nullable(v.string()),
  expiresAtSec: v.number(),
})
export type PersonSession = v.InferOutput<typeof sessionSchema>

export function personSessionKey(userId: string, id: string): Key {
  return { PK: partitionOfPerson(userId), SK: `SESSION#${id}` }
}

export const personSessions: Collection<PersonSession> = {
  name: 'person_session',
  schema: sessionSchema,
  key: ({ userId, id }) => personSessionKey(userId, id),
  expiresAtSec: ({ expiresAtSec }) => expiresAtSec,
}

const tokenSchema = v.object({
  sessionId: uuid,
  userId: v.string(),
  clientId: v.string(),
  /** The provider's grant, by which all tokens are revoked. */
  grantId: v.string(),
  lastUsedAt: v.string(),
  expiresAtSec: v.number(),
})
/** What one application got by a session. */
export type SessionToken = v.InferOutput<typeof tokenSchema>

export const sessionTokens: Collection<SessionToken> = {
  name: 'session_token',
  schema: tokenSchema,
  key: ({ userId, sessionId, grantId }) => ({ PK: partitionOfPerson(userId), SK: `SESSION#${sessionId}#${grantId}` }),
  expiresAtSec: ({ expiresAtSec }) => expiresAtSec,
}

/** The condition that a person has not ended a session. */
export const notEnded = {
  ConditionExpression: 'attribute_not_exists(#record.endedAt)',
  ExpressionAttributeNames: { '#record': 'record' },
} as const

/** What applications got by one session. */
export async function tokensOfSession(table: Table, userId: string, sessionId: string): Promise<SessionToken[]> {
  return recordsOf(sessionTokens, await queryPartition(table, partitionOfPerson(userId), `SESSION#${sessionId}#`))
}

/** The session that an access token came of, which names it by `sid`. Null: none that is noted, as of an outside issuer. */
export async function signInOf(table: Table, userId: string, sid: string): Promise<string | null> {
  const tokens = recordsOf(sessionTokens, await queryPartition(table, partitionOfPerson(userId), 'SESSION#'))
  return tokens.find(({ grantId }) => sessionIdOfGrant(grantId) === sid)?.sessionId ?? null
}

/** The id by which people name a session. It does not tell the provider's own. */
export function sessionIdOf(uid: string): string {
  return derivedUuid(`session of a person/${uid}`)
}

export interface LiveSession {
  readonly session: PersonSession
  readonly tokens: readonly SessionToken[]
}

/** The sessions that have not ended: the browser is still signed in, or an application can still act. Newest first. */
export async function liveSessionsOf(table: Table, userId: string, nowMs: number): Promise<LiveSession[]> {
  const items = await queryPartition(table, partitionOfPerson(userId), 'SESSION#')
  const isCurrent = ({ expiresAtSec }: { expiresAtSec: number }) => expiresAtSec * 1000 > nowMs
  const sessions = recordsOf(personSessions, items).filter(isCurrent)
  const tokens = recordsOf(sessionTokens, items).filter(isCurrent)
  const keys = [...sessions.flatMap((session) => session.items), ...tokens.map(({ grantId }) => grantKey(grantId))]
  const isThere = presence(await getItems(table, keys), nowMs)
  const isSignedIn = ({ items: own }: PersonSession) => own.some(isThere)
  return sessions
    .map((session) => ({
      session,
      tokens: tokens.filter(({ sessionId, grantId }) => sessionId === session.id && isThere(grantKey(grantId))),
    }))
    .filter(({ session, tokens: own }) => own.length > 0 || isSignedIn(session))
    .sort((a, b) => (a.session.signedInAt < b.session.signedInAt ? 1 : -1))
}

/** The provider's item of a grant. */
export function grantKey(grantId: string): Key {
  return artifactKey('Grant', grantId)
}

/** Which artifacts count. DynamoDB drops what has expired only after a while, and a session that was signed out is kept as used. */
function presence(items: readonly Item[], nowMs: number): (key: Key) => boolean {
  const current = recordsOf(artifacts, items).filter(
    ({ expiresAtSec, consumedAtSec }) =>
      consumedAtSec === null && (expiresAtSec === null || expiresAtSec * 1000 > nowMs),
  )
  const addresses = new Set(current.map(artifacts.key).map(({ PK, SK }) => `${PK} ${SK}`))
  return ({ PK, SK }) => addresses.has(`${PK} ${SK}`)
}
