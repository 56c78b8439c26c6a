/** Contract §5.1: no token lives longer. */
export const maxTokenLifetimeSec = 600

/** The claims of an access token (RFC 9068 §2.2). Times are seconds since the epoch. */
export interface AccessTokenClaims {
  readonly iss: string
  readonly aud: string
  readonly client_id: string
  readonly sub: string
  readonly scope: string
  readonly iat: number
  readonly exp: number
  readonly jti: string
  /** When the person signed in (OpenID Connect Core §2). Refreshing a token does not change it. */
  readonly auth_time?: number
  /** The sign-in that it comes of. A token whose sign-in was ended is refused. */
  readonly sid?: string
}

/** The header's `typ` and `alg` of an access token (RFC 9068 §2.1, RFC 7518 §3.4). */
export const accessTokenType = 'at+jwt'
export const accessTokenAlgorithm = 'ES256'

/** The claims of a token issued at a moment, which lives as long as the API accepts. */
export function accessTokenClaims(token: {
  issuer: string
  audience: string
  clientId: string
  /** The account: a person's id, or a machine's client id. */
  subject: string
  /** Scopes separated by spaces, the audience scope among them. */
  scope: string
  issuedAtSec: number
  id: string
  /** Absent for machines, and for people who did not sign in here. */
  signedInAtSec?: number
  /** Absent for tokens that come of no sign-in, such as those of machines. */
  sessionId?: string
}): AccessTokenClaims {
  return {
    iss: token.issuer,
    aud: token.audience,
    client_id: token.clientId,
    sub: token.subject,
    scope: token.scope,
    iat: token.issuedAtSec,
    exp: token.issuedAtSec + maxTokenLifetimeSec,
    jti: token.id,
    ...(token.signedInAtSec !== undefined && { auth_time: token.signedInAtSec }),
    ...(token.sessionId !== undefined && { sid: token.sessionId }),
  }
}
