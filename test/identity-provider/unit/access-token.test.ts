import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import fc from 'fast-check'
import { calculateJwkThumbprint, createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessTokenClaims } from '../../../shared/auth/access-token-claims.ts'
import { secretMatches } from '../../../shared/auth/client-secret.ts'
import { joseSignature } from '../../../shared/auth/ecdsa-signature.ts'
import { kmsSigningKey, signAccessToken } from '../../../shared/auth/kms-token-signer.ts'
import {
  audience,
  audienceScope,
  gatewayEvent,
  issuer,
  jsonOf,
  kept,
  post,
  secret,
  startAuthService,
  tokenPath,
} from './auth-service.ts'

let service: Awaited<ReturnType<typeof startAuthService>>

beforeAll(async () => {
  service = await startAuthService()
})

afterAll(() => service.close())

test('a token signed beside the issuer has the form of its own, and its published key verifies it', async () => {
  const client = await service.register({})
  const form = { grant_type: 'client_credentials', scope: audienceScope }
  const own = String(jsonOf(await service.handler(post(tokenPath, form, [client.id, secret]))).access_token)
  const token = { issuer, audience, clientId: client.id, subject: client.id, scope: audienceScope, id: 'one' }
  const issuedAtSec = Number(decodeJwt(own).iat)
  const signed = await signAccessToken(service.kms, 'tokens', accessTokenClaims({ ...token, issuedAtSec }))
  expect(decodeProtectedHeader(signed)).toEqual(decodeProtectedHeader(own))
  expect({ ...decodeJwt(signed), jti: '' }).toEqual({ ...decodeJwt(own), jti: '' })
  const { keys } = jsonOf(await service.handler(gatewayEvent('GET', '/oauth/v2/keys')))
  const { payload } = await jwtVerify(signed, createLocalJWKSet({ keys: Object(keys) }), { issuer, audience })
  expect(payload.jti).toBe('one')
  expect(decodeProtectedHeader(signed).kid).toBe(await calculateJwkThumbprint(Object(keys)[0]))
})

test('a key on another curve than that of ES256 signs no access token', async () => {
  const { publicKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const kms = new KMSClient({ region: 'eu-west-3' })
  kms.send = async () => ({ PublicKey: other.export({ format: 'der', type: 'spki' }) })
  await expect(kmsSigningKey(kms, 'tokens')).rejects.toThrow('P-384')
  kms.send = async () => ({})
  await expect(kmsSigningKey(kms, 'tokens')).rejects.toThrow('no public key for tokens')
})

const privateKey = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
  },
})
const publicKey = createPublicKey(privateKey)

test('every signature stays one in the form of JOSE', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (message) => {
      const jose = joseSignature(sign('sha256', message, privateKey))
      expect(jose).toHaveLength(64)
      expect(verify('sha256', message, { key: publicKey, dsaEncoding: 'ieee-p1363' }, jose)).toBe(true)
    }),
  )
})

const derInteger = (value: bigint) => {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
  const positive = (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes
  return Buffer.concat([Buffer.of(0x02, positive.length), positive])
}
const derSignature = (...values: bigint[]) => {
  const body = Buffer.concat(values.map(derInteger))
  return Buffer.concat([Buffer.of(0x30, body.length), body])
}
const coordinate = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
// Short coordinates, which signatures have once in hundreds, are as likely here as long ones.
const anyLength = fc.oneof(coordinate, fc.bigInt({ min: 1n, max: 2n ** 64n }))

test('r and s keep their values, whatever their length', () => {
  fc.assert(
    fc.property(anyLength, anyLength, (r, s) => {
      const hex = (value: bigint) => value.toString(16).padStart(64, '0')
      expect(joseSignature(derSignature(r, s)).toString('hex')).toBe(hex(r) + hex(s))
    }),
  )
})

test('anything else than two integers of P-256 is refused', () => {
  const good = derSignature(2n ** 255n, 7n)
  const bad = [
    Buffer.alloc(0),
    good.subarray(1),
    good.subarray(0, -1),
    Buffer.concat([good, Buffer.of(0)]),
    derSignature(1n),
    derSignature(1n, 2n, 3n),
    derSignature(2n ** 256n, 1n),
    Buffer.of(0x30, 4, 0x02, 0, 0x02, 0),
  ]
  for (const der of bad) expect(() => joseSignature(der)).toThrow()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      try {
        expect(joseSignature(bytes)).toHaveLength(64)
      } catch (error) {
        expect(error).toMatchObject({ message: expect.stringMatching(/DER/) })
      }
    }),
  )
})

test('a secret matches its own hash among several, and nothing else does', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (text, others) => {
      const hashes = others.map((other) => kept(other).sha256)
      expect(secretMatches(text, hashes)).toBe(others.includes(text))
      expect(secretMatches(text, [...hashes, kept(text).sha256])).toBe(true)
    }),
  )
})
