import { BasicConstraints } from 'pkijs'
import { oid } from '../object-identifiers.ts'
import {
  extension,
  extensionValue,
  isSelfIssued,
  isValidAt,
  type ReadCertificate,
  readCertificate,
} from './certificate.ts'
import { allowsUse } from './trust-judgement.ts'
import type { SigningCertificateFault } from './verification.ts'

/** Why the certificate cannot be that of a person who signs, whatever its issuer. Null: it can. */
export function signingCertificateFault(certificate: ReadCertificate, timeMs: number): SigningCertificateFault | null {
  if (isAuthority(certificate)) return 'authority'
  if (isSelfIssued(certificate)) return 'self_issued'
  if (!allowsUse(certificate, 'signing')) return 'key_usage'
  return isValidAt(certificate, timeMs) ? null : 'certificate_not_valid'
}

/** Whether a person can sign with the first certificate (DER) of a chain. All must be readable, since the signature holds them. */
export function canSign(chain: readonly Uint8Array[], timeMs: number): boolean {
  const [leaf, ...issuers] = chain.map(readCertificate)
  return leaf != null && issuers.every((issuer) => issuer !== null) && signingCertificateFault(leaf, timeMs) === null
}

/** OpenSSL takes it for none where the key usage contradicts that. */
function isAuthority(certificate: ReadCertificate): boolean {
  if (!extension(certificate, oid.basicConstraints)) return certificate.x509.ca
  try {
    return new BasicConstraints({ schema: extensionValue(certificate, oid.basicConstraints) }).cA
  } catch {
    return true
  }
}
