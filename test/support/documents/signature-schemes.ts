import { constants, createHash, type KeyObject, sign } from 'node:crypto'
import { Null } from 'asn1js'
import { AlgorithmIdentifier, RSASSAPSSParams } from 'pkijs'
import { oid } from '../../../shared/pdf/object-identifiers.ts'

type Hash = 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512' | 'sha3-256' | 'shake256'

/** How a signature is made, and with which kind of key. */
export interface Scheme {
  readonly kind: 'pkcs1' | 'bare-rsa' | 'pss' | 'ecdsa' | 'plain-ecdsa' | 'eddsa'
  readonly key:
    | 'rsa'
    | 'rsa-1024'
    | 'prime256v1'
    | 'secp384r1'
    | 'secp521r1'
    | 'brainpoolP256r1'
    | 'brainpoolP384r1'
    | 'brainpoolP512t1'
    | 'ed25519'
    | 'ed448'
  readonly hash: Hash
  /** Of PSS, where it is another than usual. */
  readonly saltLength?: number
  /** Whether algorithms that have no parameters say so by NULL; they may also say nothing. */
  readonly parameters?: 'null' | 'absent'
}

const hashes = {
  sha1: oid.sha1,
  sha224: oid.sha224,
  sha256: oid.sha256,
  sha384: oid.sha384,
  sha512: oid.sha512,
  'sha3-256': '2.16.840.1.101.3.4.2.8',
  shake256: '2.16.840.1.101.3.4.2.12',
}

const algorithms: Readonly<Record<'pkcs1' | 'ecdsa' | 'plain-ecdsa', Partial<Record<Hash, string>>>> = {
  pkcs1: {
    sha1: oid.sha1WithRsa,
    sha224: '1.2.840.113549.1.1.14',
    sha256: oid.sha256WithRsa,
    sha384: oid.sha384WithRsa,
    sha512: oid.sha512WithRsa,
    'sha3-256': '2.16.840.1.101.3.4.3.14',
  },
  ecdsa: {
    sha1: oid.ecdsaWithSha1,
    sha224: '1.2.840.10045.4.3.1',
    sha256: oid.ecdsaWithSha256,
    sha384: oid.ecdsaWithSha384,
    sha512: oid.ecdsaWithSha512,
    'sha3-256': '2.16.840.1.101.3.4.3.10',
  },
  'plain-ecdsa': {
    sha224: '0.4.0.127.0.7.1.1.4.1.2',
    sha256: '0.4.0.127.0.7.1.1.4.1.3',
    sha384: '0.4.0.127.0.7.1.1.4.1.4',
    sha512: '0.4.0.127.0.7.1.1.4.1.5',
    'sha3-256': '0.4.0.127.0.7.1.1.4.1.9',
  },
}

const lengths = { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64, 'sha3-256': 32, shake256: 64 }

export function digestBy(hash: Hash, bytes: Uint8Array): Buffer {
  return createHash(hash, hash === 'shake256' ? { outputLength: lengths[hash] } : {})
    .update(bytes)
    .digest()
}

export function hashAlgorithm(hash: Hash, parameters: Scheme['parameters'] = 'null'): AlgorithmIdentifier {
  return algorithm(hashes[hash], parameters)
}

function algorithm(algorithmId: string, parameters: Scheme['parameters']): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithmId, ...(parameters === 'absent' ? {} : { algorithmParams: new Null() }) })
}

export function algorithmOf({ kind, key, hash, saltLength = lengths[hash], parameters }: Scheme): AlgorithmIdentifier {
  if (kind === 'eddsa') return algorithm(key === 'ed448' ? '1.3.101.113' : oid.ed25519, 'absent')
  if (kind === 'pss')
    return new AlgorithmIdentifier({ algorithmId: oid.rsaPss, algorithmParams: pssParameters(hash, saltLength) })
  if (kind === 'bare-rsa') return algorithm(oid.rsaEncryption, parameters)
  const algorithmId = algorithms[kind][hash]
  if (algorithmId === undefined) throw new Error(`no ${kind} with ${hash}`)
  return algorithm(algorithmId, kind === 'pkcs1' ? parameters : 'absent')
}

function pssParameters(hash: Hash, saltLength: number) {
  const hashed = hashAlgorithm(hash)
  return new RSASSAPSSParams({
    hashAlgorithm: hashed,
    maskGenAlgorithm: new AlgorithmIdentifier({
      algorithmId: oid.maskGeneration1,
      algorithmParams: hashed.toSchema(),
    }),
    saltLength,
  }).toSchema()
}

export function signed(
  key: KeyObject,
  { kind, hash, saltLength = lengths[hash] }: Scheme,
  data: Uint8Array,
): Uint8Array {
  if (kind === 'eddsa') return sign(null, data, key)
  if (kind === 'plain-ecdsa') return sign(hash, data, { key, dsaEncoding: 'ieee-p1363' })
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
  return sign(hash, data, kind === 'pss' ? { key, ...padding } : key)
}
