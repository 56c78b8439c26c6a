import { JwtExpiredError } from 'aws-jwt-verify/error'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt'
import { JwtVerifier } from 'aws-jwt-verify/jwt-verifier'
import * as v from 'valibot'
import { type Refusal, refuse } from '../errors/refusal.ts'
import { type Clock, minuteMs } from '../platform/clock.ts'
import { accessTokenType, maxTokenLifetimeSec } from './access-token-claims.ts'
import { VerifiedTokens } from './verified-tokens.ts'

/** What the API needs of an access token, once its signature, issuer, audience and times are proved. */
export interface AccessToken {
  readonly clientId: string
  readonly subject: string
  readonly scopes: readonly string[]
  /** When the person signed in; null where the issuer does not tell. */
  readonly signedInAtSec: number | null
  /** The sign-in that it comes of; null where the issuer does not tell. */
  readonly sessionId: string | null
}

export type TokenVerifier = (authorization: string | undefined) => Promise<AccessToken | Refusal<TokenRefusal>>
export type TokenRefusal = 'unauthenticated' | 'unknown_issuer' | 'invalid_token'

const acceptedSkewSec = 30

/** RFC 9068 §2.1, and what issuers said before it. Any other type of token was issued for something else (RFC 8725 §3.11). */
const acceptedTypes: readonly unknown[] = [undefined, accessTokenType, `application/${accessTokenType}`, 'jwt']

/** No issuer names an account or a client longer; what is looked for in the table has a limit, too. */
const identifier = v.pipe(v.string(), v.minLength(1), v.maxLength(256))

const claimsSchema = v.object({
  sub: identifier,
  client_id: v.optional(identifier),
  azp: v.optional(identifier),
  scope: v.optional(v.string()),
  iat: v.number(),
  exp: v.number(),
  auth_time: v.optional(v.number()),
  sid: v.optional(v.string()),
})

export const invalidToken = refuse(
  'invalid_token',
  'The access token is not valid. Request a new one and try once more.',
)
const expiredToken = refuse('invalid_token', 'The access token has expired. Request a new one.')

/** How long the issuer's keys are used before they are read again, so that one that it withdrew is known to be gone. */
const keysFreshForMs = 5 * minuteMs

/** A token whose signature, issuer and audience are proved; whether it is current depends on the moment. */
interface ProvedToken {
  readonly accessToken: AccessToken
  readonly expiresAtSec: number
}

/**
 * Verifies bearer tokens of one issuer. Its keys are kept in memory, and so, for a minute, are the tokens that they
 * proved: a warm verification needs no network, and that of a token met before no cryptography but a hash.
 */
export function tokenVerifier(options: {
  issuer: string
  audience: string
  /** Null: the issuer's discovery document tells. */
  jwksUri: string | null
  clock: Clock
}): TokenVerifier {
  const { issuer, clock } = options
  const prove = tokenProof(options)
  const proved = new VerifiedTokens<ProvedToken>()
  return async (authorization) => {
    const jwt = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1]
    if (!jwt) return refuse('unauthenticated', 'Send an access token in the header Authorization: Bearer <token>.')
    const known = proved.find(jwt, clock())
    if (known) return currentToken(known, clock())
    const unverified = issuerOf(jwt)
    if (unverified === undefined) return invalidToken
    if (unverified !== issuer)
      return refuse('unknown_issuer', 'The token comes from an identity provider that is not accepted here.')
    try {
      const token = provedToken(await prove(jwt), clock())
      if ('refused' in token) return token
      proved.keep(jwt, token, clock())
      return currentToken(token, clock())
    } catch (error) {
      if (error instanceof KeysUnreachable) throw error
      return error instanceof JwtExpiredError ? expiredToken : invalidToken
    }
  }
}

/** Gives the payload of a token that is the issuer's, for the audience, and current; throws otherwise. */
function tokenProof({ issuer, audience, jwksUri, clock }: Parameters<typeof tokenVerifier>[0]) {
  const uri = jwksUri ?? `${issuer}/.well-known/openid-configuration`
  const keys = new SimpleJwksCache({ fetcher: { fetch: jwksUri ? fetchBytes : fetchDiscoveredKeys } })
  const verifier = JwtVerifier.create(
    { issuer, audience, jwksUri: uri, graceSeconds: acceptedSkewSec, customJwtCheck: refuseOtherTypes },
    { jwksCache: keys },
  )
  let readAtMs: number | undefined
  return async (jwt: string): Promise<unknown> => {
    const nowMs = clock()
    if (readAtMs !== undefined && nowMs - readAtMs > keysFreshForMs) {
      readAtMs = nowMs
      // An issuer that cannot be reached has withdrawn nothing: its last keys go on.
      await keys.getJwks(uri).catch(() => {})
    }
    const payload = await verifier.verify(jwt)
    readAtMs ??= nowMs
    return payload
  }
}

/** What a header calls critical is not to be ignored (RFC 7515 §4.1.11), and there is nothing of it that we know. */
function refuseOtherTypes({ header }: { header: object }): void {
  const type: unknown = Reflect.get(header, 'typ')
  const isAccepted = acceptedTypes.includes(typeof type === 'string' ? type.toLowerCase() : type)
  if (!isAccepted || 'crit' in header) throw new Error('the token is of another type')
}

function provedToken(payload: unknown, nowMs: number): ProvedToken | Refusal<'invalid_token'> {
  const claims = v.safeParse(claimsSchema, payload)
  if (!claims.success) return invalidToken
  const { sub, client_id, azp, scope, iat, exp, auth_time: signedInAtSec = null, sid: sessionId = null } = claims.output
  const clientId = client_id ?? azp
  const issuedInFuture = iat > nowMs / 1000 + acceptedSkewSec
  if (!clientId || issuedInFuture || exp - iat > maxTokenLifetimeSec) return invalidToken
  const scopes = scope?.split(' ').filter(Boolean) ?? []
  return { accessToken: { clientId, subject: sub, scopes, signedInAtSec, sessionId }, expiresAtSec: exp }
}

function currentToken({ accessToken, expiresAtSec }: ProvedToken, nowMs: number) {
  return expiresAtSec + acceptedSkewSec < nowMs / 1000 ? expiredToken : accessToken
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
    // An issuer that has to start first may need the second try.
    return await fetchOnce(uri).catch(() => fetchOnce(uri))
  } catch (cause) {
    throw new KeysUnreachable('the keys of the token issuer cannot be read', { cause })
  }
}

async function fetchOnce(uri: string): Promise<ArrayBuffer> {
  const answer = await fetch(uri, { signal: AbortSignal.timeout(4_000) })
  if (!answer.ok) throw new Error(`${uri} answered ${answer.status}`)
  return await answer.arrayBuffer()
}

const discoverySchema = v.object({ jwks_uri: v.pipe(v.string(), v.url()) })

async function fetchDiscoveredKeys(discoveryUri: string): Promise<ArrayBuffer> {
  const document: unknown = JSON.parse(Buffer.from(await fetchBytes(discoveryUri)).toString())
  return await fetchBytes(v.parse(discoverySchema, document).jwks_uri)
}
