import type { Context, Next } from 'koa'

export const endpoints = {
  discovery: '/.well-known/openid-configuration',
  authorization: '/oauth/v2/authorize',
  token: '/oauth/v2/token',
  jwks: '/oauth/v2/keys',
  revocation: '/oauth/v2/revoke',
} as const

/** The provider always routes the authorization endpoint and its kin; without sign-in there is nothing behind them. */
const served: readonly string[] = [endpoints.discovery, endpoints.token, endpoints.jwks, endpoints.revocation]

/** What discovery says of the authorization endpoint and of people's claims (RFC 8414 §2: optional without such a grant type). */
const membersOfSignIn = [
  'authorization_endpoint',
  'authorization_response_iss_parameter_supported',
  'claim_types_supported',
  'claims_parameter_supported',
  'claims_supported',
  'code_challenge_methods_supported',
  'request_uri_parameter_supported',
  'response_modes_supported',
]
const scopeOfSignIn = 'openid'

/** Serves these endpoints and no other, and lets discovery tell of no other. */
export async function serveEnabledEndpoints(ctx: Context, next: Next): Promise<void> {
  if (served.includes(ctx.path)) await next()
  if (ctx.path === endpoints.discovery) forgetSignIn(ctx.body)
  if (ctx.status !== 404 || ctx.body) return
  ctx.body = { error: 'invalid_request', error_description: `There is no ${ctx.method} ${ctx.path}.` }
  ctx.status = 404
}

function forgetSignIn(document: unknown): void {
  if (typeof document !== 'object' || document === null) return
  for (const member of membersOfSignIn) Reflect.deleteProperty(document, member)
  if (!('scopes_supported' in document) || !Array.isArray(document.scopes_supported)) return
  document.scopes_supported = document.scopes_supported.filter((scope) => scope !== scopeOfSignIn)
}
