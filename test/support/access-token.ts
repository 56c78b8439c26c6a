import { randomUUID } from 'node:crypto'
import { ownAudience } from '../../infra/constructs/issuer.ts'
import { type AccessTokenClaims, accessTokenClaims } from '../../shared/auth/access-token-claims.ts'
import { kmsSigningKey, signWithKms } from '../../shared/auth/kms-token-signer.ts'
import { cloud } from './cloud.ts'
import { kms } from './tenant.ts'

/** Claims of a token of a client; machine tokens are about the client itself. */
function claimsOf(clientId: string, subject: string, scopes: readonly string[]): AccessTokenClaims {
  return accessTokenClaims({
    issuer: cloud().authUrl,
    audience: ownAudience.audience,
    clientId,
    subject,
    scope: [ownAudience.audienceScope, ...scopes].join(' '),
    issuedAtSec: Math.floor(Date.now() / 1000),
    id: randomUUID(),
  })
}

/** What a token is made of. An attack changes one thing of it. */
export interface TokenParts {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** The signature over the encoded header and claims. */
  readonly sign: (signed: Buffer) => Promise<Uint8Array> | Uint8Array
}

/** The parts of a token as the issuer makes it, under its own key in the local KMS. */
export async function issuedParts(
  clientId: string,
  subject = clientId,
  scopes: readonly string[] = [],
): Promise<TokenParts> {
  const keyId = signingKeyId()
  const { kid } = await kmsSigningKey(kms(), keyId)
  return {
    header: { alg: 'ES256', typ: 'at+jwt', kid },
    claims: { ...claimsOf(clientId, subject, scopes) },
    sign: (signed) => signWithKms(kms(), keyId, signed),
  }
}

export async function tokenFrom({ header, claims, sign }: TokenParts): Promise<string> {
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${signed}.${Buffer.from(await sign(Buffer.from(signed))).toString('base64url')}`
}

/** A token that the issuer could have made, for whichever client and account. */
export async function tokenAbout(
  clientId: string,
  subject = clientId,
  scopes: readonly string[] = [],
): Promise<string> {
  return await tokenFrom(await issuedParts(clientId, subject, scopes))
}

/** The public half of the issuer's key, which anybody can have. */
export async function issuerKey() {
  return await kmsSigningKey(kms(), signingKeyId())
}

function signingKeyId(): string {
  const id = cloud().resources.TokenSigningKeyId
  if (!id) throw new Error('the stack has no output TokenSigningKeyId')
  return id
}
