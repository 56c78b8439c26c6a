import { constants, createHash, createVerify, type KeyObject, verify } from 'node:crypto'
import { type AlgorithmIdentifier, RSASSAPSSParams } from 'pkijs'
import { oid } from '../object-identifiers.ts'

/** By OpenSSL's names. */
export type HashName = 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'

/** How a signature was made. The hash of EdDSA is its own. */
export type SignatureScheme =
  | { kind: 'rsa'; hash: HashName }
  | { kind: 'rsa-pss'; hash: HashName; saltLength: number }
  | { kind: 'ecdsa'; hash: HashName }
  | { kind: 'ed25519'; hash: null }

const hashes: Readonly<Record<string, HashName>> = {
  [oid.md5]: 'md5',
  [oid.sha1]: 'sha1',
  [oid.sha224]: 'sha224',
  [oid.sha256]: 'sha256',
  [oid.sha384]: 'sha384',
  [oid.sha512]: 'sha512',
}

const schemes: Readonly<Record<string, SignatureScheme>> = {
  [oid.md5WithRsa]: { kind: 'rsa', hash: 'md5' },
  [oid.sha1WithRsa]: { kind: 'rsa', hash: 'sha1' },
  [oid.sha256WithRsa]: { kind: 'rsa', hash: 'sha256' },
  [oid.sha384WithRsa]: { kind: 'rsa', hash: 'sha384' },
  [oid.sha512WithRsa]: { kind: 'rsa', hash: 'sha512' },
  [oid.ecdsaWithSha1]: { kind: 'ecdsa', hash: 'sha1' },
  [oid.ecdsaWithSha256]: { kind: 'ecdsa', hash: 'sha256' },
  [oid.ecdsaWithSha384]: { kind: 'ecdsa', hash: 'sha384' },
  [oid.ecdsaWithSha512]: { kind: 'ecdsa', hash: 'sha512' },
  [oid.ed25519]: { kind: 'ed25519', hash: null },
}

/** Curves by name: a key that describes a curve of its own could be made to fit a signature. */
const curves = ['prime256v1', 'secp384r1', 'secp521r1', 'brainpoolP256r1', 'brainpoolP384r1', 'brainpoolP512r1']

const shortestRsaBits = 2048

export function hashOf(algorithmId: string): HashName | null {
  return hashes[algorithmId] ?? null
}

/** Two documents of equal hash can be made, or could be soon (RFC 6194 §3, ETSI TS 119 312 §5). */
export function isWeakHash(hash: HashName | null): boolean {
  return hash === 'md5' || hash === 'sha1'
}

export function isWeakKey(key: KeyObject): boolean {
  const { modulusLength } = key.asymmetricKeyDetails ?? {}
  return modulusLength !== undefined && modulusLength < shortestRsaBits
}

/** Null when it is not known. `digest` is used where the algorithm names a key type alone (RFC 3370 §3.2). */
export function schemeOf(algorithm: AlgorithmIdentifier, digest: HashName | null): SignatureScheme | null {
  const { algorithmId } = algorithm
  if (algorithmId === oid.rsaPss) return pssScheme(algorithm)
  if (algorithmId === oid.rsaEncryption) return digest && { kind: 'rsa', hash: digest }
  if (algorithmId === oid.ecPublicKey) return digest && { kind: 'ecdsa', hash: digest }
  return schemes[algorithmId] ?? null
}

/** The mask must be made with the same hash, as RFC 4055 §3.1 recommends and everybody does. */
function pssScheme({ algorithmParams }: AlgorithmIdentifier): SignatureScheme | null {
  const { hashAlgorithm, maskGenAlgorithm, saltLength } = new RSASSAPSSParams({ schema: algorithmParams })
  const hash = hashOf(hashAlgorithm.algorithmId)
  if (!hash || maskGenAlgorithm.algorithmId !== oid.maskGeneration1) return null
  const [maskHash] = maskGenAlgorithm.algorithmParams?.valueBlock?.value ?? []
  const isSameHash = hashOf(maskHash?.valueBlock?.toString() ?? oid.sha1) === hash
  return isSameHash ? { kind: 'rsa-pss', hash, saltLength } : null
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
    const verifier = createVerify(scheme.hash)
    for (const part of parts) verifier.update(part)
    return verifier.verify({ key, ...paddingOf(scheme) }, signature)
  } catch {
    // OpenSSL throws for signatures that cannot be of this key.
    return false
  }
}

function paddingOf(scheme: SignatureScheme) {
  if (scheme.kind !== 'rsa-pss') return {}
  return { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: scheme.saltLength }
}

export function digestOf(hash: HashName, parts: readonly Uint8Array[]): Buffer {
  const digest = createHash(hash)
  for (const part of parts) digest.update(part)
  return digest.digest()
}
