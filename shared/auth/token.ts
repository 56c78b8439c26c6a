import { JwtVerifier } from 'aws-jwt-verify'
import { JwtExpiredError } from 'aws-jwt-verify/error'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt'
import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { type Refusal, refuse } from '../errors/refusal.ts'

/** What the API needs of an access token, once its signature, issuer, audience and times are proved. */
export interface AccessToken {
  readonly clientId: string
  readonly subject: string
  readonly scopes: readonly string[]
}

export type TokenVerifier = (authorization: string | undefined) => Promise<AccessToken | Refusal<TokenRefusal>>
export type TokenRefusal = 'unauthenticated' | 'unknown_issuer' | 'invalid_token'

/** Contract §5.1: no token lives longer. */
export const maxTokenLifetimeSec = 600
const acceptedSkewSec = 30

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.minLength(1)),
  client_id: v.optional(v.string()),
  azp: v.optional(v.string()),
  scope: v.optional(v.string()),
  iat: v.number(),
  exp: v.number(),
})

const invalidToken = refuse('invalid_token', 'The access token is not valid; request a fresh one and try once more.')

/**
 * Verifies bearer tokens of one issuer. Its keys are fetched once and kept in memory, so that a warm verification needs
 * no network.
 */
export function tokenVerifier(options: {
  issuer: string
  audience: string
  /** Null: the issuer's discovery document tells. */
  jwksUri: string | null
  clock: Clock
}): TokenVerifier {
  const { issuer, audience, clock } = options
  const discoveryUri = `${issuer}/.well-known/openid-configuration`
  const fetchKeys = options.jwksUri ? fetchBytes : fetchDiscoveredKeys
  const verifier = JwtVerifier.create(
    { issuer, audience, jwksUri: options.jwksUri ?? discoveryUri, graceSeconds: acceptedSkewSec },
    { jwksCache: new SimpleJwksCache({ fetcher: { fetch: fetchKeys } }) },
  )
  return async (authorization) => {
    const jwt = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1]
    if (!jwt) return refuse('unauthenticated', 'Send an access token: Authorization: Bearer <token>.')
    const unverified = issuerOf(jwt)
    if (unverified === undefined) return invalidToken
    if (unverified !== issuer) return refuse('unknown_issuer', 'The token was issued by an unknown identity provider.')
    try {
      return accessTokenFrom(await verifier.verify(jwt), clock)
    } catch (error) {
      if (error instanceof KeysUnreachable) throw error
      return error instanceof JwtExpiredError
        ? refuse('invalid_token', 'The access token has expired; request a fresh one.')
        : invalidToken
    }
  }
}

function accessTokenFrom(payload: unknown, clock: Clock): AccessToken | Refusal<'invalid_token'> {
  const claims = v.safeParse(claimsSchema, payload)
  if (!claims.success) return invalidToken
  const { sub, client_id, azp, scope, iat, exp } = claims.output
  const clientId = client_id ?? azp
  const issuedInFuture = iat > clock() / 1000 + acceptedSkewSec
  if (!clientId || issuedInFuture || exp - iat > maxTokenLifetimeSec) return invalidToken
  return { clientId, subject: sub, scopes: scope?.split(' ').filter(Boolean) ?? [] }
}

function issuerOf(jwt: string): string | undefined {
  try {
    return decomposeUnverifiedJwt(jwt).payload.iss
  } catch {
    return undefined
  }
}

class KeysUnreachable extends Error {}

/** The default fetcher speaks https alone; an issuer on this machine speaks http. */
async function fetchBytes(uri: string): Promise<ArrayBuffer> {
  try {
    const answer = await fetch(uri, { signal: AbortSignal.timeout(3_000) })
    if (!answer.ok) throw new Error(`${uri} answered ${answer.status}`)
    return await answer.arrayBuffer()
  } catch (cause) {
    throw new KeysUnreachable('the keys of the token issuer cannot be read', { cause })
  }
}

const discoverySchema = v.object({ jwks_uri: v.pipe(v.string(), v.url()) })

async function fetchDiscoveredKeys(discoveryUri: string): Promise<ArrayBuffer> {
  const document: unknown = JSON.parse(Buffer.from(await fetchBytes(discoveryUri)).toString())
  return await fetchBytes(v.parse(discoverySchema, document).jwks_uri)
}
