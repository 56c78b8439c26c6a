import { type TokenVerifier, tokenVerifier } from '../auth/token.ts'
import { systemClock } from '../platform/clock.ts'
import { environment, optionalEnvironment } from '../platform/environment.ts'
import { type Platform, platform } from '../store/platform.ts'

/** The platform of an API function, with what identifies its callers. */
export interface ApiPlatform extends Platform {
  readonly verifyToken: TokenVerifier
  readonly firstPartyClientId: string
  /** The page where people consent to an application; null where an outside issuer has none. */
  readonly consentUrl: string | null
  /** Whether sensitive operations need a recent sign-in. False for an outside issuer that does not tell `auth_time`. */
  readonly needsRecentSignIn: boolean
}

let kept: ApiPlatform | undefined

export function apiPlatform(): ApiPlatform {
  kept ??= {
    ...platform(),
    verifyToken: tokenVerifier({
      issuer: environment('ISSUER'),
      audience: environment('AUDIENCE'),
      jwksUri: optionalEnvironment('JWKS_URI') ?? null,
      clock: systemClock,
    }),
    firstPartyClientId: environment('FIRST_PARTY_CLIENT_ID'),
    consentUrl: optionalEnvironment('CONSENT_URL') ?? null,
    needsRecentSignIn: optionalEnvironment('REAUTHENTICATION') !== 'off',
  }
  return kept
}
