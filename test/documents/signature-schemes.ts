import { constants, type KeyObject, sign } from 'node:crypto'
import { Null } from 'asn1js'
import { AlgorithmIdentifier, RSASSAPSSParams } from 'pkijs'
import { oid } from '../../shared/pdf/object-identifiers.ts'

type Hash = 'sha1' | 'sha256' | 'sha384' | 'sha512'

/** How a signature is made, and with which kind of key. */
export interface Scheme {
  readonly kind: 'pkcs1' | 'bare-rsa' | 'pss' | 'ecdsa' | 'eddsa'
  readonly key: 'rsa' | 'rsa-1024' | 'prime256v1' | 'secp384r1' | 'secp521r1' | 'ed25519'
  readonly hash: Hash
}

const hashes = { sha1: oid.sha1, sha256: oid.sha256, sha384: oid.sha384, sha512: oid.sha512 }

const algorithms = {
  pkcs1: { sha1: oid.sha1WithRsa, sha256: oid.sha256WithRsa, sha384: oid.sha384WithRsa, sha512: oid.sha512WithRsa },
  ecdsa: {
    sha1: oid.ecdsaWithSha1,
    sha256: oid.ecdsaWithSha256,
    sha384: oid.ecdsaWithSha384,
    sha512: oid.ecdsaWithSha512,
  },
}

const saltLengths = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 }

export function hashAlgorithm(hash: Hash): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithmId: hashes[hash], algorithmParams: new Null() })
}

export function algorithmOf({ kind, hash }: Scheme): AlgorithmIdentifier {
  if (kind === 'eddsa') return new AlgorithmIdentifier({ algorithmId: oid.ed25519 })
  if (kind === 'ecdsa') return new AlgorithmIdentifier({ algorithmId: algorithms.ecdsa[hash] })
  if (kind === 'pss') return new AlgorithmIdentifier({ algorithmId: oid.rsaPss, algorithmParams: pssParameters(hash) })
  const algorithmId = kind === 'pkcs1' ? algorithms.pkcs1[hash] : oid.rsaEncryption
  return new AlgorithmIdentifier({ algorithmId, algorithmParams: new Null() })
}

function pssParameters(hash: Hash) {
  const hashed = hashAlgorithm(hash)
  return new RSASSAPSSParams({
    hashAlgorithm: hashed,
    maskGenAlgorithm: new AlgorithmIdentifier({
      algorithmId: oid.maskGeneration1,
      algorithmParams: hashed.toSchema(),
    }),
    saltLength: saltLengths[hash],
  }).toSchema()
}

export function signed(key: KeyObject, { kind, hash }: Scheme, data: Uint8Array): Uint8Array {
  if (kind === 'eddsa') return sign(null, data, key)
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: saltLengths[hash] }
  return sign(hash, data, kind === 'pss' ? { key, ...padding } : key)
}
