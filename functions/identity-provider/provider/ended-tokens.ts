import type { Context, Middleware } from 'koa'
import type { KoaContextWithOIDC, RefreshToken, Session } from 'oidc-provider'
import type { Platform } from '../../../shared/store/platform.ts'
import type { Table } from '../../../shared/store/table.ts'
import { sessionIdOf, tokensOfSession } from '../oauth/person-sessions.ts'
import { revokeSession } from '../oauth/revocation.ts'

/** Ends the tokens of a session that is signed out, of a refresh token that is given back, and of an answer that failed. */
export function endTokens({ table, clock }: Pick<Platform, 'table' | 'clock'>, ownClientId: string): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } finally {
      await endUntoldCode(table, ctx, clock())
    }
    const { oidc } = ctx as Partial<KoaContextWithOIDC>
    if (!oidc) return
    const nowMs = clock()
    const givenBack = oidc.route === 'revocation' ? oidc.entities.RefreshToken : undefined
    if (givenBack) return await endTokensOf(table, givenBack, { clientId: oidc.client?.clientId, nowMs })
    if (oidc.session && isSignedOut(oidc.session)) await endOwnTokens(table, oidc.session, { ownClientId, nowMs })
  }
}

/**
 * The provider makes a code before it saves the session. Where that has ended meanwhile, it answers something else, and what was made for
 * the code would be listed as what an application has.
 */
async function endUntoldCode(table: Table, ctx: Context, nowMs: number): Promise<void> {
  const { oidc } = ctx as Partial<KoaContextWithOIDC>
  const code = oidc?.session && oidc.entities.AuthorizationCode
  if (!code?.grantId || !code.accountId || ctx.response.get('location').includes(code.jti)) return
  await revokeSession(table, { grantId: code.grantId, userId: code.accountId, nowMs })
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
