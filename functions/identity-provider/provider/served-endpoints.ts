import type { Context, Middleware } from 'koa'

export const endpoints = {
  discovery: '/.well-known/openid-configuration',
  authorization: '/oauth/v2/authorize',
  token: '/oauth/v2/token',
  jwks: '/oauth/v2/keys',
  revocation: '/oauth/v2/revoke',
  end_session: '/oauth/v2/logout',
} as const

/** Where applications send people who are to let them act: see consent-start.ts. */
export const consentStartPath = '/oauth/consent'
/** The script of pages that ask for passkeys. Its name carries a hash of its text. */
export function scriptPathOf(name: string): string {
  return `/oauth/v2/passkeys-${name}.js`
}
const scriptPath = /^\/oauth\/v2\/passkeys-[0-9a-f]{16}\.js$/
const interactionStart = '/oauth/v2/interaction/'
/** The page of one attempt to sign in or to consent. */
export const interactionPath = /^\/oauth\/v2\/interaction\/([\w-]+)$/

export function interactionUrl(issuer: string, uid: string): string {
  return `${issuer}${interactionStart}${uid}`
}

const servedAlways: readonly string[] = [endpoints.discovery, endpoints.token, endpoints.jwks, endpoints.revocation]
const servedToPeople: readonly string[] = [
  endpoints.authorization,
  endpoints.end_session,
  `${endpoints.end_session}/confirm`,
  `${endpoints.end_session}/success`,
  consentStartPath,
]
/** Where the provider goes on after an interaction. */
const resumePath = /^\/oauth\/v2\/authorize\/[\w-]+$/

function isServed(path: string, signsIn: boolean): boolean {
  if (servedAlways.includes(path)) return true
  const patterns = [interactionPath, resumePath, scriptPath]
  return signsIn && (servedToPeople.includes(path) || patterns.some((pattern) => pattern.test(path)))
}

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

/**
 * Serves these endpoints and no other, and lets discovery tell of no other. The provider always routes the authorization
 * endpoint and its kin, behind which there is nothing where nobody signs in.
 */
export function serveEnabledEndpoints(signsIn: boolean, prompts: readonly string[]): Middleware {
  return async (ctx, next) => {
    if (isServed(ctx.path, signsIn)) await next()
    if (ctx.path === endpoints.discovery) correctDiscovery(ctx.body, signsIn, prompts)
    if (ctx.status === 404 && !ctx.body) answerNotServed(ctx)
  }
}

function answerNotServed(ctx: Context): void {
  ctx.body = { error: 'invalid_request', error_description: `There is no operation ${ctx.method} ${ctx.path}.` }
  ctx.status = 404
}

function correctDiscovery(document: unknown, signsIn: boolean, prompts: readonly string[]): void {
  if (typeof document !== 'object' || document === null) return
  if (signsIn) {
    // The provider lists the modes that it knows, whichever of them clients may use.
    Object.assign(document, { response_modes_supported: ['query'], prompt_values_supported: prompts })
    return
  }
  for (const member of membersOfSignIn) Reflect.deleteProperty(document, member)
  if (!('scopes_supported' in document) || !Array.isArray(document.scopes_supported)) return
  document.scopes_supported = document.scopes_supported.filter((scope) => scope !== scopeOfSignIn)
}
