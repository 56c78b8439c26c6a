import { ObjectIdentifier, OctetString } from 'asn1js'
import { oid } from '../object-identifiers.ts'
import type { ReadCertificate } from './certificate.ts'
import { attributeOf, type Cms, hasUnknownKey, octets, signersAmong } from './cms.ts'
import { derOfBer } from './der.ts'
import { digestOf, fitsKey, hashOf, isSignedBy, isWeakHash, isWeakKey, schemeOf } from './signature-algorithm.ts'
import { type CertificateReference, certificateReference, isReferredTo } from './signing-certificate.ts'
import type { IntactnessFault } from './verification.ts'

/** What the kind of a signature asks for. */
export interface SignerRules {
  /** The parts of what is signed, one after the other. */
  readonly content: readonly Uint8Array[]
  readonly contentType: string
  /** Whether it must name its certificate by the hash, as RFC 3161 §2.4.2 asks. */
  readonly namesCertificate: boolean
  /** Certificates from elsewhere in the file. */
  readonly others: readonly ReadCertificate[]
}

export interface CheckedSigner {
  readonly faults: ReadonlySet<IntactnessFault>
  readonly certificate: ReadCertificate | null
}

/** Whether a CMS is intact for the content: every check is made, so that all that is wrong is told. */
export function checkSigner(cms: Cms, rules: SignerRules): CheckedSigner {
  const faults = new Set<IntactnessFault>()
  const { signer } = cms
  const attributes = signer.signedAttrs?.attributes
  const reference = certificateReference(attributes)
  if (reference === null || (rules.namesCertificate && !reference)) faults.add('signed_attributes')
  if (cms.contentType !== rules.contentType || !fitsContentType(cms)) faults.add('signed_attributes')
  const certificate = certificateOf(cms, rules, reference ?? null)
  if (certificate === 'other') faults.add('signed_attributes')
  if (!certificate) faults.add(hasUnknownKey(cms) ? 'unsupported' : 'certificate_missing')
  checkDigest(cms, rules, faults)
  if (!certificate || certificate === 'other') return { faults, certificate: null }
  checkSignature(cms, rules, certificate, faults)
  return { faults, certificate }
}

/** The certificate that the signer names; `other` when all of its number have another hash than the signature says. */
function certificateOf(
  cms: Cms,
  { others }: SignerRules,
  reference: CertificateReference | null,
): ReadCertificate | 'other' | null {
  const named = [...signersAmong(cms.certificates, cms.signer), ...signersAmong(others, cms.signer)]
  if (!reference) return named[0] ?? null
  // Some providers name an issuer by other encodings than its certificates do: the hash tells.
  if (named.length === 0) return [...cms.certificates, ...others].find((each) => isReferredTo(reference, each)) ?? null
  return named.find((certificate) => isReferredTo(reference, certificate)) ?? 'other'
}

/** Signed attributes may be missing only where the content is plain data (RFC 5652 §5.3). */
function fitsContentType({ signer, contentType }: Cms): boolean {
  if (!signer.signedAttrs) return contentType === oid.data
  const value = attributeOf(signer.signedAttrs.attributes, oid.contentType)
  return value instanceof ObjectIdentifier && value.getValue() === contentType
}

function checkDigest({ signer }: Cms, { content }: SignerRules, faults: Set<IntactnessFault>): void {
  const hash = hashOf(signer.digestAlgorithm.algorithmId)
  if (!hash) faults.add('unsupported')
  if (isWeakHash(hash)) faults.add('weak_algorithm')
  if (!hash || !signer.signedAttrs) return
  const value = attributeOf(signer.signedAttrs.attributes, oid.messageDigest)
  if (!(value instanceof OctetString)) faults.add('signed_attributes')
  else if (!digestOf(hash, content).equals(octets(value))) faults.add('digest')
}

/** Over the signed attributes or, where there are none, over the content itself. */
function checkSignature(
  { signer }: Cms,
  { content }: SignerRules,
  { key }: ReadCertificate,
  faults: Set<IntactnessFault>,
): void {
  const scheme = schemeOf(signer.signatureAlgorithm, hashOf(signer.digestAlgorithm.algorithmId))
  if (!scheme || !fitsKey(scheme, key)) {
    faults.add('unsupported')
    return
  }
  if (isWeakHash(scheme.hash) || isWeakKey(key)) faults.add('weak_algorithm')
  const signature = octets(signer.signature)
  const isSigned = (parts: readonly Uint8Array[]) => isSignedBy(key, scheme, parts, signature)
  const attributes = signer.signedAttrs && new Uint8Array(signer.signedAttrs.encodedValue)
  if (attributes ? !isSigned([attributes]) && !isSigned([derOf(attributes)]) : !isSigned(content))
    faults.add('signature')
}

/** What is signed is their DER (RFC 5652 §5.4), however they are encoded; some signers sign what they wrote. */
function derOf(attributes: Uint8Array): Uint8Array {
  try {
    return derOfBer(attributes)
  } catch {
    return attributes
  }
}
