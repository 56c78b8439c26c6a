import { createPublicKey } from 'node:crypto'
import { commonNameOf, isValidAt, type ReadCertificate, readCertificate } from './verification/certificate.ts'
import { hasUnknownLimits, isIssuerOf } from './verification/certificate-path.ts'
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
    ...(allowsUse(leaf, 'signing') ? [] : ['The first certificate is not for signing documents.']),
    ...(hasUnknownLimits(leaf) ? ['The first certificate has critical extensions that nobody here knows.'] : []),
    ...certificates.flatMap((certificate) => flawsOfValidity(certificate, nowMs)),
    ...certificates.flatMap((certificate, index) => flawsOfIssuer(certificate, certificates[index + 1], index)),
  ]
}

/**
 * The chain that starts at the certificate of a key, found among certificates in any order; null where none is of the
 * key. What does not belong to it is left out.
 */
export function sealChainAmong(ders: readonly Uint8Array[], publicKeySpkiDer: Uint8Array): ReadCertificate[] | null {
  const certificates = ders.flatMap((der) => readCertificate(der) ?? [])
  const leaf = certificates.find((certificate) => isOfKey(certificate, publicKeySpkiDer))
  if (!leaf) return null
  const chain = [leaf]
  for (let last: ReadCertificate | undefined = leaf; last; ) {
    const issued: ReadCertificate = last
    last = certificates.find((each) => !chain.includes(each) && isIssuerOf(each, issued, chain.length - 1))
    if (last) chain.push(last)
  }
  return chain
}

function isOfKey({ spki }: ReadCertificate, publicKeySpkiDer: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKeySpkiDer), format: 'der', type: 'spki' })
  return spki.equals(key.export({ format: 'der', type: 'spki' }))
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

function nameOf(certificate: ReadCertificate): string {
  return commonNameOf(certificate) ?? certificate.x509.subject.replaceAll('\n', ', ')
}
