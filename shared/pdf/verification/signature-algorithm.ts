import { constants, createHash, createVerify, type KeyObject, verify } from 'node:crypto'
import { type BaseBlock, ObjectIdentifier, Sequence } from 'asn1js'
import { type AlgorithmIdentifier, RSASSAPSSParams } from 'pkijs'
import { oid } from '../object-identifiers.ts'
import { isSignedWithMask } from './rsa-pss.ts'

/** By OpenSSL's names. */
export type HashName =
  | 'md5'
  | 'ripemd160'
  | 'sha1'
  | 'sha224'
  | 'sha256'
  | 'sha384'
  | 'sha512'
  | 'sha512-224'
  | 'sha512-256'
  | 'sha3-224'
  | 'sha3-256'
  | 'sha3-384'
  | 'sha3-512'
  | 'shake128'
  | 'shake256'

/** How a signature was made. The hash of EdDSA is its own. */
export type SignatureScheme =
  | { kind: 'rsa'; hash: HashName }
  | { kind: 'rsa-pss'; hash: HashName; maskHash: HashName; saltLength: number }
  /** `plain`: the two numbers side by side, and no DER (BSI TR-03111 §5.2.1). */
  | { kind: 'ecdsa'; hash: HashName; encoding: 'der' | 'plain' }
  | { kind: 'dsa'; hash: HashName }
  | { kind: 'ed25519' | 'ed448'; hash: null }

const nist = '2.16.840.1.101.3.4'
const hashes: Readonly<Record<string, HashName>> = {
  [oid.md5]: 'md5',
  [oid.sha1]: 'sha1',
  [oid.sha224]: 'sha224',
  [oid.sha256]: 'sha256',
  [oid.sha384]: 'sha384',
  [oid.sha512]: 'sha512',
  '1.3.36.3.2.1': 'ripemd160',
  [`${nist}.2.5`]: 'sha512-224',
  [`${nist}.2.6`]: 'sha512-256',
  [`${nist}.2.7`]: 'sha3-224',
  [`${nist}.2.8`]: 'sha3-256',
  [`${nist}.2.9`]: 'sha3-384',
  [`${nist}.2.10`]: 'sha3-512',
  [`${nist}.2.11`]: 'shake128',
  [`${nist}.2.12`]: 'shake256',
  // These name the length of their output; the one that CMS uses (RFC 8419 §2.3) is taken.
  [`${nist}.2.17`]: 'shake128',
  [`${nist}.2.18`]: 'shake256',
}

/** In bytes, as CMS has it (RFC 8702 §3.1): these hashes have no length of their own. */
const outputLengths: Partial<Record<HashName, number>> = { shake128: 32, shake256: 64 }

const rsa = (hash: HashName): SignatureScheme => ({ kind: 'rsa', hash })
const ecdsa = (hash: HashName): SignatureScheme => ({ kind: 'ecdsa', hash, encoding: 'der' })
const plain = (hash: HashName): SignatureScheme => ({ kind: 'ecdsa', hash, encoding: 'plain' })
const dsa = (hash: HashName): SignatureScheme => ({ kind: 'dsa', hash })

/** The branch of BSI TR-03111 §5.2.1.2. */
const plainEcdsa = '0.4.0.127.0.7.1.1.4.1'
const pkcs1 = '1.2.840.113549.1.1'
const schemes: Readonly<Record<string, SignatureScheme>> = {
  [oid.md5WithRsa]: rsa('md5'),
  [oid.sha1WithRsa]: rsa('sha1'),
  '1.3.14.3.2.29': rsa('sha1'),
  '1.3.36.3.3.1.2': rsa('ripemd160'),
  [oid.sha256WithRsa]: rsa('sha256'),
  [oid.sha384WithRsa]: rsa('sha384'),
  [oid.sha512WithRsa]: rsa('sha512'),
  [`${pkcs1}.14`]: rsa('sha224'),
  [`${pkcs1}.15`]: rsa('sha512-224'),
  [`${pkcs1}.16`]: rsa('sha512-256'),
  [`${nist}.3.13`]: rsa('sha3-224'),
  [`${nist}.3.14`]: rsa('sha3-256'),
  [`${nist}.3.15`]: rsa('sha3-384'),
  [`${nist}.3.16`]: rsa('sha3-512'),
  [oid.ecdsaWithSha1]: ecdsa('sha1'),
  '1.2.840.10045.4.3.1': ecdsa('sha224'),
  [oid.ecdsaWithSha256]: ecdsa('sha256'),
  [oid.ecdsaWithSha384]: ecdsa('sha384'),
  [oid.ecdsaWithSha512]: ecdsa('sha512'),
  [`${nist}.3.9`]: ecdsa('sha3-224'),
  [`${nist}.3.10`]: ecdsa('sha3-256'),
  [`${nist}.3.11`]: ecdsa('sha3-384'),
  [`${nist}.3.12`]: ecdsa('sha3-512'),
  [`${plainEcdsa}.1`]: plain('sha1'),
  [`${plainEcdsa}.2`]: plain('sha224'),
  [`${plainEcdsa}.3`]: plain('sha256'),
  [`${plainEcdsa}.4`]: plain('sha384'),
  [`${plainEcdsa}.5`]: plain('sha512'),
  [`${plainEcdsa}.6`]: plain('ripemd160'),
  [`${plainEcdsa}.8`]: plain('sha3-224'),
  [`${plainEcdsa}.9`]: plain('sha3-256'),
  [`${plainEcdsa}.10`]: plain('sha3-384'),
  [`${plainEcdsa}.11`]: plain('sha3-512'),
  '1.2.840.10040.4.3': dsa('sha1'),
  [`${nist}.3.1`]: dsa('sha224'),
  [`${nist}.3.2`]: dsa('sha256'),
  [`${nist}.3.3`]: dsa('sha384'),
  [`${nist}.3.4`]: dsa('sha512'),
  [oid.ed25519]: { kind: 'ed25519', hash: null },
  [oid.ed448]: { kind: 'ed448', hash: null },
}

/** Curves by name: a key that describes a curve of its own could be made to fit a signature. */
const curves = [
  'prime256v1',
  'secp384r1',
  'secp521r1',
  'brainpoolP256r1',
  'brainpoolP256t1',
  'brainpoolP320r1',
  'brainpoolP320t1',
  'brainpoolP384r1',
  'brainpoolP384t1',
  'brainpoolP512r1',
  'brainpoolP512t1',
]

const shortestRsaBits = 2048

export function hashOf(algorithmId: string): HashName | null {
  return hashes[algorithmId] ?? null
}

const weakHashes: readonly (HashName | null)[] = ['md5', 'ripemd160', 'sha1', 'sha224', 'sha512-224', 'sha3-224']

/** Two documents of equal hash can be made, or could be soon (RFC 6194 §3, ETSI TS 119 312 §5). */
export function isWeakHash(hash: HashName | null): boolean {
  return weakHashes.includes(hash)
}

export function isWeakKey(key: KeyObject): boolean {
  const { modulusLength } = key.asymmetricKeyDetails ?? {}
  return modulusLength !== undefined && modulusLength < shortestRsaBits
}

/** Null when it is not known. `digest` is used where the algorithm names a key type alone (RFC 3370 §3.2). */
export function schemeOf(algorithm: AlgorithmIdentifier, digest: HashName | null): SignatureScheme | null {
  const { algorithmId } = algorithm
  if (algorithmId === oid.rsaPss) return pssScheme(algorithm)
  if (algorithmId === oid.rsaEncryption) return digest && rsa(digest)
  if (algorithmId === oid.ecPublicKey) return digest && ecdsa(digest)
  if (algorithmId === oid.ecdsaWithSpecified) {
    const hash = hashIn(algorithm.algorithmParams)
    return hash && ecdsa(hash)
  }
  return schemes[algorithmId] ?? null
}

/** The hash that an AlgorithmIdentifier within another names. */
function hashIn(parameters: unknown): HashName | null {
  const [first] = parameters instanceof Sequence ? parameters.valueBlock.value : []
  return first instanceof ObjectIdentifier ? hashOf(first.getValue()) : null
}

/** Where nothing is said, all is SHA-1 (RFC 4055 §3.1). */
function pssScheme({ algorithmParams }: { algorithmParams?: BaseBlock }): SignatureScheme | null {
  if (!(algorithmParams instanceof Sequence)) {
    return { kind: 'rsa-pss', hash: 'sha1', maskHash: 'sha1', saltLength: 20 }
  }
  const { hashAlgorithm, maskGenAlgorithm, saltLength, trailerField } = new RSASSAPSSParams({ schema: algorithmParams })
  const hash = hashOf(hashAlgorithm.algorithmId)
  const maskHash = maskGenAlgorithm.algorithmParams ? hashIn(maskGenAlgorithm.algorithmParams) : 'sha1'
  if (!hash || !maskHash || maskGenAlgorithm.algorithmId !== oid.maskGeneration1 || trailerField !== 1) return null
  return { kind: 'rsa-pss', hash, maskHash, saltLength }
}

/** Whether signatures can be of this key at all. */
export function fitsKey({ kind }: SignatureScheme, key: KeyObject): boolean {
  if (kind === 'ecdsa')
    return key.asymmetricKeyType === 'ec' && curves.includes(key.asymmetricKeyDetails?.namedCurve ?? '')
  if (kind === 'rsa-pss') return key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'rsa-pss'
  return key.asymmetricKeyType === kind
}

/** Whether the key made the signature of the parts, one after the other. */
export function isSignedBy(
  key: KeyObject,
  scheme: SignatureScheme,
  parts: readonly Uint8Array[],
  signature: Uint8Array,
): boolean {
  if (!fitsKey(scheme, key)) return false
  try {
    if (scheme.hash === null) return verify(null, Buffer.concat(parts), key, signature)
    // OpenSSL makes the mask with the hash of the content, unless the key itself names another.
    if (scheme.kind === 'rsa-pss' && scheme.maskHash !== scheme.hash && key.asymmetricKeyType === 'rsa')
      return isSignedWithMask(key, scheme, digestOf(scheme.hash, parts), signature)
    const verifier = createVerify(scheme.hash)
    for (const part of parts) verifier.update(part)
    return verifier.verify({ key, ...optionsOf(scheme) }, signature)
  } catch {
    // OpenSSL throws for signatures that cannot be of this key.
    return false
  }
}

function optionsOf(scheme: SignatureScheme) {
  if (scheme.kind === 'ecdsa')
    return { dsaEncoding: scheme.encoding === 'plain' ? ('ieee-p1363' as const) : ('der' as const) }
  if (scheme.kind !== 'rsa-pss') return {}
  return { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: scheme.saltLength }
}

export function digestOf(hash: HashName, parts: readonly Uint8Array[]): Buffer {
  const outputLength = outputLengths[hash]
  const digest = createHash(hash, outputLength === undefined ? {} : { outputLength })
  for (const part of parts) digest.update(part)
  return digest.digest()
}
