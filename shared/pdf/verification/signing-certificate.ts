import { type BaseBlock, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import type { Attribute } from 'pkijs'
import { oid } from '../object-identifiers.ts'
import type { ReadCertificate } from './certificate.ts'
import { attributeOf, hasAttribute } from './cms.ts'
import { digestOf, type HashName, hashOf } from './signature-algorithm.ts'

/** What a signature says about its certificate: its hash, which only this certificate has. */
export interface CertificateReference {
  readonly hash: HashName
  readonly digest: Uint8Array
}

/**
 * The signing-certificate attribute, in its first version or its second (RFC 5035 §3 to §5). SHA-1, the only hash of the
 * first, is enough here: nobody finds another certificate for a given hash. Null when it is there and cannot be read;
 * undefined when it is not there.
 */
export function certificateReference(
  attributes: readonly Attribute[] | undefined,
): CertificateReference | null | undefined {
  const hasSecond = hasAttribute(attributes, oid.signingCertificateV2)
  if (!hasSecond && !hasAttribute(attributes, oid.signingCertificate)) return undefined
  const value = attributeOf(attributes, hasSecond ? oid.signingCertificateV2 : oid.signingCertificate)
  const parts = childrenOf(childrenOf(childrenOf(value)[0])[0])
  const [first, second] = parts
  // Of the second version the hash may be named before the digest; where it is not, it is SHA-256.
  const named = first instanceof Sequence ? childrenOf(first)[0] : null
  const digest = named ? second : first
  const hash = named instanceof ObjectIdentifier ? hashOf(named.getValue()) : hasSecond ? 'sha256' : 'sha1'
  return hash && digest instanceof OctetString ? { hash, digest: new Uint8Array(digest.getValue()) } : null
}

export function isReferredTo({ hash, digest }: CertificateReference, certificate: ReadCertificate): boolean {
  return digestOf(hash, [certificate.der]).equals(digest)
}

export function childrenOf(value: unknown): readonly BaseBlock[] {
  return value instanceof Sequence ? value.valueBlock.value : []
}
