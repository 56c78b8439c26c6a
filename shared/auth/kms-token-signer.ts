import { createPublicKey, hash, type KeyObject } from 'node:crypto'
import { type KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { kmsPublicKey } from '../platform/kms-public-key.ts'
import { type AccessTokenClaims, accessTokenAlgorithm, accessTokenType } from './access-token-claims.ts'
import { joseSignature } from './ecdsa-signature.ts'

/** A P-256 key whose private half never leaves KMS. */
export interface KmsSigningKey {
  readonly keyId: string
  readonly publicKey: KeyObject
  /** RFC 7638 thumbprint of the public key. */
  readonly kid: string
}

export async function kmsSigningKey(kms: KMSClient, keyId: string): Promise<KmsSigningKey> {
  const spki = Buffer.from(await kmsPublicKey(kms, keyId))
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  return { keyId, publicKey, kid: thumbprint(publicKey) }
}

/** RFC 7638 §3: the hash of the required members, in lexicographic order, without spaces. */
function thumbprint(publicKey: KeyObject): string {
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
  if (crv !== 'P-256') throw new Error(`access tokens are signed on P-256, and the key is on ${crv ?? kty}`)
  return hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url')
}

/** The ES256 signature of data, 64 bytes as JOSE has it. KMS gets a digest: it takes no message over 4,096 bytes. */
export async function signWithKms(kms: KMSClient, keyId: string, data: Uint8Array): Promise<Buffer> {
  const { Signature } = await kms.send(
    new SignCommand({
      KeyId: keyId,
      Message: hash('sha256', data, 'buffer'),
      MessageType: 'DIGEST',
      SigningAlgorithm: 'ECDSA_SHA_256',
    }),
  )
  if (!Signature) throw new Error(`KMS gave no signature with ${keyId}`)
  return joseSignature(Signature)
}

/** An access token under the issuer's own key, as the issuer itself makes them. */
export async function signAccessToken(kms: KMSClient, keyId: string, claims: AccessTokenClaims): Promise<string> {
  return await signAccessTokenWith(kms, await kmsSigningKey(kms, keyId), claims)
}

/** The same with a key that was read before. */
export async function signAccessTokenWith(
  kms: KMSClient,
  { keyId, kid }: KmsSigningKey,
  claims: AccessTokenClaims,
): Promise<string> {
  const header = { alg: accessTokenAlgorithm, typ: accessTokenType, kid }
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = await signWithKms(kms, keyId, Buffer.from(signed))
  return `${signed}.${signature.toString('base64url')}`
}
