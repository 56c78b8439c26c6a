import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  privateEncrypt,
  publicDecrypt,
  randomBytes,
} from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { ServiceError } from './json-protocol.ts'
import type { KmsKey } from './kms-keys.ts'

/*
 * KMS also signs what the caller has hashed already, and node:crypto always hashes itself. So every signature here is made of a digest:
 * ECDSA by @noble/curves, RSA by the raw operation of node:crypto on the encodings of RFC 8017.
 */

type Algorithm = {
  spec: KmsKey['spec']
  sign(material: string, digest: Buffer): Buffer
  verify(material: string, digest: Buffer, signature: Buffer): boolean
}

const digestLength = 32

const algorithms: Readonly<Record<string, Algorithm>> = {
  ECDSA_SHA_256: {
    spec: 'ECC_NIST_P256',
    sign: (material, digest) => {
      const secret = Buffer.from(createPrivateKey(material).export({ format: 'jwk' }).d ?? '', 'base64url')
      return Buffer.from(p256.sign(digest, secret, { prehash: false, format: 'der' }))
    },
    verify: (material, digest, signature) => {
      const { x = '', y = '' } = createPublicKey(material).export({ format: 'jwk' })
      const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
      return p256.verify(signature, digest, point, { prehash: false, format: 'der', lowS: false })
    },
  },
  RSASSA_PKCS1_V1_5_SHA_256: {
    spec: 'RSA_3072',
    sign: (key, digest) => privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, digestInfo(digest)),
    verify: (key, digest, signature) =>
      publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature).equals(digestInfo(digest)),
  },
  RSASSA_PSS_SHA_256: {
    spec: 'RSA_3072',
    sign: (key, digest) =>
      privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, encodePss(digest, randomBytes(digestLength))),
    verify: (key, digest, signature) => {
      const encoded = publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, signature)
      return encoded.equals(encodePss(digest, saltOf(encoded)))
    },
  },
}

/** The SHA-256 digest that is signed: the message itself when the caller has hashed it (DIGEST), else its hash (RAW, at most 4096 bytes). */
export function digestOf(message: Buffer, messageType: 'RAW' | 'DIGEST'): Buffer {
  if (messageType === 'RAW' && message.length <= 4096) return createHash('sha256').update(message).digest()
  if (messageType === 'DIGEST' && message.length === digestLength) return message
  throw new ServiceError('ValidationException', `${message.length} bytes are no valid message of type ${messageType}`)
}

/** ECDSA gives ASN.1 DER, RSA the bare signature, as AWS does. */
export function sign(key: KmsKey, algorithmName: string, digest: Buffer): Buffer {
  return algorithmFor(key, algorithmName).sign(key.material, digest)
}

export function verify(key: KmsKey, algorithmName: string, digest: Buffer, signature: Buffer): boolean {
  const algorithm = algorithmFor(key, algorithmName)
  try {
    return algorithm.verify(key.material, digest, signature)
  } catch {
    return false // what cannot even be decoded is no signature
  }
}

function algorithmFor(key: KmsKey, name: string): Algorithm {
  const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined
  if (algorithm?.spec === key.spec) return algorithm
  throw new ServiceError('InvalidKeyUsageException', `Algorithm ${name} is incompatible with key spec ${key.spec}.`)
}

/** DigestInfo of SHA-256: RFC 8017, 9.2, note 1. */
function digestInfo(digest: Buffer): Buffer {
  return Buffer.concat([Buffer.from('3031300d060960864801650304020105000420', 'hex'), digest])
}

const modulusLength = 3072 / 8
const maskedLength = modulusLength - digestLength - 1

/** EMSA-PSS with SHA-256, MGF1 and a salt as long as the hash: RFC 8017, 9.1.1. */
function encodePss(digest: Buffer, salt: Buffer): Buffer {
  const hash = createHash('sha256').update(Buffer.alloc(8)).update(digest).update(salt).digest()
  const padding = Buffer.alloc(maskedLength - salt.length - 1)
  const masked = xor(Buffer.concat([padding, Buffer.of(1), salt]), mask(hash))
  masked.writeUInt8(masked.readUInt8(0) & 0x7f, 0) // the encoding has one bit less than the modulus
  return Buffer.concat([masked, hash, Buffer.of(0xbc)])
}

function saltOf(encoded: Buffer): Buffer {
  const hash = encoded.subarray(maskedLength, maskedLength + digestLength)
  return xor(encoded.subarray(0, maskedLength), mask(hash)).subarray(-digestLength)
}

/** MGF1: RFC 8017, B.2.1. */
function mask(seed: Buffer): Buffer {
  const blocks = Array.from({ length: Math.ceil(maskedLength / digestLength) }, (_, index) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(index)
    return createHash('sha256').update(seed).update(counter).digest()
  })
  return Buffer.concat(blocks).subarray(0, maskedLength)
}

function xor(left: Buffer, right: Buffer): Buffer {
  return Buffer.from(left.map((byte, index) => byte ^ (right[index] ?? 0)))
}
