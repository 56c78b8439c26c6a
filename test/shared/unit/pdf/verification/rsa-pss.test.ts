import { constants, createPublicKey, generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import { Null } from 'asn1js'
import { AlgorithmIdentifier, PublicKeyInfo } from 'pkijs'
import { describe, expect, it } from 'vitest'
import { oid } from '../../../../../shared/pdf/object-identifiers.ts'
import { isSignedWithMask } from '../../../../../shared/pdf/verification/rsa-pss.ts'
import { isSignedBy } from '../../../../../shared/pdf/verification/signature-algorithm.ts'

const content = Buffer.from('what is signed')

/** The public key without the limits of PSS, as most certificates hold it. */
function withoutLimits(key: KeyObject): KeyObject {
  const info = PublicKeyInfo.fromBER(createPublicKey(key).export({ type: 'spki', format: 'der' }))
  info.algorithm = new AlgorithmIdentifier({ algorithmId: oid.rsaEncryption, algorithmParams: new Null() })
  return createPublicKey({ key: Buffer.from(info.toSchema().toBER()), format: 'der', type: 'spki' })
}

const cases = [
  { hashed: 'sha256', maskHash: 'sha1', saltLength: 32, modulusLength: 2048 },
  { hashed: 'sha512', maskHash: 'sha256', saltLength: 0, modulusLength: 2048 },
  { hashed: 'sha256', maskHash: 'sha384', saltLength: 17, modulusLength: 2049 },
  { hashed: 'sha256', maskHash: 'sha512', saltLength: 64, modulusLength: 2055 },
] as const

describe('RSA-PSS', () => {
  it.each(cases)(
    'over $hashed with a mask by $maskHash, a salt of $saltLength bytes and a key of $modulusLength bits is verified',
    ({ hashed, maskHash, saltLength, modulusLength }) => {
      const options = { modulusLength, hashAlgorithm: hashed, mgf1HashAlgorithm: maskHash }
      // The types ask for a text here, and Node for a number.
      Object.assign(options, { saltLength })
      const { privateKey } = generateKeyPairSync('rsa-pss', options)
      const signature = sign(hashed, content, {
        key: privateKey,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength,
      })
      const key = withoutLimits(privateKey)
      const scheme = { kind: 'rsa-pss', hash: hashed, maskHash, saltLength } as const
      const digest = hash(hashed, content, 'buffer')
      expect(isSignedBy(key, scheme, [content], signature)).toBe(true)
      expect(isSignedBy(createPublicKey(privateKey), scheme, [content], signature)).toBe(true)
      expect(isSignedWithMask(key, scheme, hash(hashed, 'other', 'buffer'), signature)).toBe(false)
      expect(isSignedWithMask(key, { ...scheme, maskHash: hashed }, digest, signature)).toBe(false)
      expect(isSignedWithMask(key, { ...scheme, saltLength: saltLength + 1 }, digest, signature)).toBe(false)
    },
  )

  it('by the same hash throughout is what OpenSSL makes', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    const signature = sign('sha256', content, { key: privateKey, ...padding })
    const scheme = { hash: 'sha256', maskHash: 'sha256', saltLength: 32 }
    expect(isSignedWithMask(publicKey, scheme, hash('sha256', content, 'buffer'), signature)).toBe(true)
  })
})
