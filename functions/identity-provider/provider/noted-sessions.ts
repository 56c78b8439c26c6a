import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Middleware } from 'koa'
import type { KoaContextWithOIDC, RefreshToken, Session } from 'oidc-provider'
import { timestamp } from '../../../shared/platform/clock.ts'
import { type Collection, toItem } from '../../../shared/store/collection.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import type { Table } from '../../../shared/store/table.ts'
import { aliasKey, artifactKey } from '../oauth/artifact.ts'
import { lifetimes } from '../oauth/lifetimes.ts'
import { personSessions, sessionIdOf, sessionTokens, tokensOfSession } from '../oauth/person-sessions.ts'
import { revokeSession } from '../oauth/revocation.ts'

/** Notes for the person who signed in, and what applications got by it. They can end it at `DELETE /v1/me/sessions/{id}`. */
export function noteSessions({ table, clock }: Pick<Platform, 'table' | 'clock'>, ownClientId: string): Middleware {
  return async (ctx, next) => {
    await next()
    const { oidc } = ctx as Partial<KoaContextWithOIDC>
    if (!oidc) return
    const nowMs = clock()
    const givenBack = oidc.route === 'revocation' ? oidc.entities.RefreshToken : undefined
    if (givenBack) return await endTokensOf(table, givenBack, { clientId: oidc.client?.clientId, nowMs })
    if (oidc.session && isSignedOut(oidc.session))
      return await endOwnTokens(table, oidc.session, { ownClientId, nowMs })
    const use = { ip: ctx.ip || null, userAgent: ctx.get('user-agent') || null, nowMs }
    await Promise.all([noteTokens(table, oidc, nowMs), noteSession(table, oidc, use)])
  }
}

/** The provider marks a session that it has deleted. */
function isSignedOut(session: Session): boolean {
  return Reflect.get(session, 'destroyed') === true
}

/**
 * Ends what the service's own app got by a session that was signed out: each reload of its page gets tokens of its own, and only the last
 * ones are its to give back. Other applications keep theirs, and the sign-in is listed as long as they can use them.
 */
async function endOwnTokens(
  table: Table,
  { accountId: userId, uid }: Session,
  { ownClientId, nowMs }: { ownClientId: string; nowMs: number },
): Promise<void> {
  if (!userId) return
  const tokens = await tokensOfSession(table, userId, sessionIdOf(uid))
  const own = tokens.filter(({ clientId }) => clientId === ownClientId)
  await Promise.all(own.map(({ grantId }) => revokeSession(table, { grantId, userId, nowMs })))
}

/** Ends what came of the sign-in of a refresh token that its client gives back. https://www.rfc-editor.org/rfc/rfc7009#section-2.1 */
async function endTokensOf(
  table: Table,
  { grantId, accountId: userId, clientId }: RefreshToken,
  by: { clientId: string | undefined; nowMs: number },
): Promise<void> {
  if (!grantId || !userId || clientId !== by.clientId) return
  await revokeSession(table, { grantId, userId, nowMs: by.nowMs })
}

async function noteTokens(table: Table, { entities }: KoaContextWithOIDC['oidc'], nowMs: number): Promise<void> {
  const token = entities.RefreshToken ?? entities.AuthorizationCode
  if (!token?.sessionUid || !token.accountId || !token.grantId || !token.clientId) return
  await put(table, sessionTokens, {
    sessionId: sessionIdOf(token.sessionUid),
    userId: token.accountId,
    clientId: token.clientId,
    grantId: token.grantId,
    lastUsedAt: timestamp(nowMs),
    expiresAtSec: Math.floor(nowMs / 1000) + lifetimes.refreshToken.idleSec,
  })
}

interface Use {
  readonly ip: string | null
  readonly userAgent: string | null
  readonly nowMs: number
}

async function noteSession(table: Table, { session }: KoaContextWithOIDC['oidc'], use: Use): Promise<void> {
  if (!session?.accountId) return
  const { nowMs, ip, userAgent } = use
  const signedInAtSec = session.loginTs ?? Math.floor(nowMs / 1000)
  await put(table, personSessions, {
    id: sessionIdOf(session.uid),
    userId: session.accountId,
    signedInAt: timestamp(signedInAtSec * 1000),
    lastUsedAt: timestamp(nowMs),
    ip,
    userAgent: userAgent?.slice(0, 500) ?? null,
    items: [artifactKey('Session', session.jti), aliasKey('Session', session.uid)],
    // Tokens can outlive the browser's session.
    expiresAtSec: signedInAtSec + lifetimes.session.absoluteSec + lifetimes.refreshToken.absoluteSec,
  })
}

async function put<T>(table: Table, collection: Collection<T>, record: T): Promise<void> {
  await table.client.send(new PutCommand({ TableName: table.name, Item: toItem(collection, record) }))
}
