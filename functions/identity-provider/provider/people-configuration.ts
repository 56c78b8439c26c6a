import type { Configuration, ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { errors } from 'oidc-provider'
import { sessionIdOfGrant } from '../../../shared/auth/ended-session.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { lifetimesOfPeople } from '../oauth/lifetimes.ts'
import { allScopes, connectedAppScopes, ownAppScopes } from '../oauth/scopes.ts'
import type { Audience } from './api-resource.ts'
import { authorization } from './authorization.ts'
import { isOriginOf, type OwnApp, ownAppMetadata } from './own-app.ts'
import { pageLocale, show } from './pages/page.ts'
import { failurePage } from './pages/plain-pages.ts'
import { type ClientsOfPeople, ownMetadataOf } from './registered-client.ts'
import { interactionUrl } from './served-endpoints.ts'
import { signOut } from './sign-out.ts'

export function clientsOfPeople(ownApp: OwnApp, { audienceScope }: Audience): ClientsOfPeople {
  return {
    connectedAppScopes: connectedAppScopes(audienceScope),
    ownApp: ownApp.redirectUris.length > 0 ? ownAppMetadata(ownApp, ownAppScopes(audienceScope)) : null,
  }
}

interface PeopleDependencies {
  readonly issuer: string
  readonly platform: Platform
  readonly audience: Audience
  readonly offersPasskeys: boolean
}

/** What is configured for machines, and for people besides: they sign in and consent, and applications exchange codes. */
export function peopleConfiguration(
  machines: Configuration,
  { issuer, platform, audience, offersPasskeys }: PeopleDependencies,
): Configuration {
  const { interactions, ...steps } = authorization(platform.table, offersPasskeys)
  const cookie = { httpOnly: true, sameSite: 'lax' } as const
  return {
    ...machines,
    ...steps,
    interactions: { ...interactions, url: (_ctx, { uid }) => interactionUrl(issuer, uid) },
    scopes: allScopes(audience.audienceScope),
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name', 'locale', 'picture'],
      email: ['email', 'email_verified'],
    },
    extraTokenClaims: signInOf,
    responseTypes: ['code'],
    clientAuthMethods: [...(machines.clientAuthMethods ?? []), 'none'],
    pkce: { required: () => true },
    rotateRefreshToken: () => true,
    expiresWithSession: () => false,
    cookies: { long: { ...cookie, path: new URL(issuer).pathname }, short: cookie },
    features: { ...machines.features, rpInitiatedLogout: signOut },
    ttl: { ...machines.ttl, ...lifetimesOfPeople(platform.clock) },
    clientBasedCORS: (_ctx, origin, client) =>
      !ownMetadataOf(client).needs_consent && isOriginOf(client.redirectUris ?? [], origin),
    renderError,
  }
}

/**
 * Tokens tell when their person signed in, and the sign-in that they come of. A refresh token repeats both, so that refreshing
 * does not change them.
 */
function signInOf({ oidc }: KoaContextWithOIDC): { auth_time?: number; sid?: string } | undefined {
  const { AuthorizationCode: code, RefreshToken: refreshToken } = oidc.entities
  const signedInAtSec = code?.authTime ?? refreshToken?.authTime
  const grantId = code?.grantId ?? refreshToken?.grantId
  return {
    ...(signedInAtSec !== undefined && { auth_time: signedInAtSec }),
    ...(grantId !== undefined && { sid: sessionIdOfGrant(grantId) }),
  }
}

/** A page for who came with a browser. */
function renderError(ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): void {
  if (ctx.accepts('json', 'html') !== 'html') {
    ctx.type = 'json'
    ctx.body = { ...out }
    return
  }
  const { status } = ctx
  const failure = status >= 500 ? 'ours' : error instanceof errors.SessionNotFound ? 'expired' : 'refused'
  const detail = failure === 'refused' ? [out.error, out.error_description].filter(Boolean).join(': ') : null
  show(ctx, failurePage({ locale: pageLocale(ctx), failure, status, detail }))
}
