import { createPublicKey } from 'node:crypto'
import { BasicConstraints } from 'pkijs'
import { oid } from './object-identifiers.ts'
import {
  allowsKeyUsage,
  commonNameOf,
  extension,
  extensionValue,
  isValidAt,
  type ReadCertificate,
  readCertificate,
  readCertificates,
} from './verification/certificate.ts'
import { hasUnknownExtension, hasUnknownLimits, isIssuerOf } from './verification/certificate-path.ts'
import { allowsName } from './verification/name-constraints.ts'
import { allowsUse } from './verification/trust-judgement.ts'

/** What a chain of certificates has to fit. */
export interface SealKey {
  /** SubjectPublicKeyInfo of the key that seals, as KMS gives it. */
  readonly publicKeySpkiDer: Uint8Array
  readonly nowMs: number
}

/**
 * Why a document cannot be sealed with a chain of certificates (DER, the certificate of the key first, each followed by
 * that of its issuer); nothing when it can. A chain may end before the authority that others trust.
 */
export function flawsOfSealChain(chain: readonly Uint8Array[], { publicKeySpkiDer, nowMs }: SealKey): string[] {
  const certificates: ReadCertificate[] = []
  for (const der of chain) {
    const certificate = readCertificate(der)
    if (!certificate) return ['A certificate of the chain cannot be read.']
    certificates.push(certificate)
  }
  const [leaf] = certificates
  if (!leaf) return ['The chain has no certificate.']
  return [
    ...(isOfKey(leaf, publicKeySpkiDer) ? [] : ['The first certificate is of another key than the one that seals.']),
    ...(isAuthority(leaf) ? ['The first certificate is of an authority, which readers do not take for a seal.'] : []),
    ...(allowsUse(leaf, 'signing') ? [] : ['The first certificate is not for signing documents.']),
    ...(hasUnknownLimits(leaf) ? ['The first certificate has critical extensions that nobody here knows.'] : []),
    ...certificates.slice(1).flatMap((authority, index) => flawsOfLimits(authority, certificates.slice(0, index + 1))),
    ...certificates.flatMap((certificate) => flawsOfValidity(certificate, nowMs)),
    ...certificates.flatMap((certificate, index) => flawsOfIssuer(certificate, certificates[index + 1], index)),
  ]
}

export interface FoundChain {
  readonly chain: readonly ReadCertificate[]
  /** Certificates that are neither of the key nor an issuer of a certificate of the chain. */
  readonly others: readonly ReadCertificate[]
}

/**
 * The chain that starts at the certificate of a key, found among certificates in any order; null where none is of the key. Of several
 * certificates of one key or issuer, one that is valid now is taken.
 */
export function sealChainAmong(ders: readonly Uint8Array[], { publicKeySpkiDer, nowMs }: SealKey): FoundChain | null {
  const certificates = readCertificates(ders)
  const best = (several: readonly ReadCertificate[]) => several.find((each) => isValidAt(each, nowMs)) ?? several[0]
  const ofKey = certificates.filter((certificate) => isOfKey(certificate, publicKeySpkiDer))
  const chain: ReadCertificate[] = []
  const belonging = new Set(ofKey)
  for (let next = best(ofKey); next; ) {
    chain.push(next)
    const [issued, below] = [next, chain.length - 1]
    const issuers = certificates.filter((each) => !chain.includes(each) && isIssuerOf(each, issued, below))
    for (const issuer of issuers) belonging.add(issuer)
    next = best(issuers)
  }
  const others = certificates.filter((each) => !belonging.has(each))
  return chain.length === 0 ? null : { chain, others }
}

function isOfKey({ spki }: ReadCertificate, publicKeySpkiDer: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKeySpkiDer), format: 'der', type: 'spki' })
  return spki.equals(key.export({ format: 'der', type: 'spki' }))
}

function isAuthority(certificate: ReadCertificate): boolean {
  const constraints = extensionValue(certificate, oid.basicConstraints)
  if (constraints && new BasicConstraints({ schema: constraints }).cA) return true
  return extension(certificate, oid.keyUsage) !== undefined && allowsKeyUsage(certificate, 'keyCertSign')
}

/** Critical extensions of authorities that all readers process, and that limit nothing else than policies. */
const knownOfAuthorities = [oid.nameConstraints, oid.policyConstraints, oid.inhibitAnyPolicy, oid.distributionPoints]

/** What limits an authority so that readers do not believe the certificates below it. */
function flawsOfLimits(authority: ReadCertificate, below: readonly ReadCertificate[]): string[] {
  const forbidden = below.filter((each) => !allowsName(authority, each))
  return [
    ...(hasUnknownExtension(authority, knownOfAuthorities)
      ? [`The certificate of ${nameOf(authority)} has critical extensions that nobody here knows.`]
      : []),
    ...forbidden.map((each) => `${nameOf(authority)} may not certify the name of ${nameOf(each)}.`),
  ]
}

function flawsOfValidity(certificate: ReadCertificate, nowMs: number): string[] {
  if (isValidAt(certificate, nowMs)) return []
  const { notBefore, notAfter } = certificate.content
  const [start, end] = [notBefore.value.toISOString(), notAfter.value.toISOString()]
  return [`The certificate of ${nameOf(certificate)} is valid from ${start} to ${end} only.`]
}

function flawsOfIssuer(certificate: ReadCertificate, issuer: ReadCertificate | undefined, below: number): string[] {
  if (!issuer || isIssuerOf(issuer, certificate, below)) return []
  return [`${nameOf(issuer)} did not issue the certificate of ${nameOf(certificate)}, or may not have.`]
}

/** What to call a certificate. */
export function nameOf(certificate: ReadCertificate): string {
  return commonNameOf(certificate) ?? certificate.x509.subject.replaceAll('\n', ', ')
}
