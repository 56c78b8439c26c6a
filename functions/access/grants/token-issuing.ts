import { accessTokenClaims } from '../../../shared/auth/access-token-claims.ts'
import type { KmsSigningKey } from '../../../shared/auth/kms-token-signer.ts'
import type { DelegatedScope } from '../../../shared/auth/permissions.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment, optionalEnvironment } from '../../../shared/platform/environment.ts'
import { currentKey, keyRing } from '../../../shared/platform/key-ring.ts'

interface TokenRequest {
  readonly applicationId: string
  readonly userId: string
  readonly scopes: readonly DelegatedScope[]
  /** The sign-in that it comes of. */
  readonly sessionId: string
  readonly nowMs: number
  /** Of the token. */
  readonly id: string
}

/** How tokens are made as the identity provider of the stack makes them. */
export interface TokenIssuing {
  readonly audience: string
  readonly audienceScope: string
  readonly accessToken: (asked: TokenRequest) => Promise<{ accessToken: string; expiresIn: number; scope: string }>
}

let kept: Promise<TokenIssuing | null> | undefined

/** Null where tokens are an outside provider's to issue. The client of KMS is loaded by those alone who issue one. */
export function tokenIssuing(): Promise<TokenIssuing | null> {
  kept ??= loaded()
  return kept
}

async function loaded(): Promise<TokenIssuing | null> {
  const ring = optionalEnvironment('TOKEN_SIGNING_KEYS')
  if (ring === undefined) return null
  const keyId = currentKey(keyRing(ring))
  const [{ KMSClient }, { kmsSigningKey, signAccessTokenWith }] = await Promise.all([
    import('@aws-sdk/client-kms'),
    import('../../../shared/auth/kms-token-signer.ts'),
  ])
  const kms = new KMSClient(recordCalls)
  let key: Promise<KmsSigningKey> | undefined
  const [issuer, audience, audienceScope] = [
    environment('ISSUER'),
    environment('AUDIENCE'),
    environment('AUDIENCE_SCOPE'),
  ]
  return {
    audience,
    audienceScope,
    async accessToken({ applicationId: clientId, userId: subject, scopes, sessionId, nowMs, id }) {
      const scope = [audienceScope, ...scopes].join(' ')
      const issuedAtSec = Math.floor(nowMs / 1000)
      const claims = accessTokenClaims({ issuer, audience, clientId, subject, scope, issuedAtSec, id, sessionId })
      key ??= kmsSigningKey(kms, keyId).catch((error: unknown) => {
        // Asked for anew by the next request.
        key = undefined
        throw error
      })
      const accessToken = await signAccessTokenWith(kms, await key, claims)
      return { accessToken, expiresIn: claims.exp - claims.iat, scope }
    },
  }
}
