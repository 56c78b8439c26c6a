import { BasicConstraints } from 'pkijs'
import { oid } from '../object-identifiers.ts'
import { extension, extensionValue, isSelfIssued, isValidAt, type ReadCertificate } from './certificate.ts'
import { allowsUse } from './trust-judgement.ts'
import type { SigningCertificateFault } from './verification.ts'

/** Why nobody should accept the signature of a person by this certificate, whoever issued it. Null: nothing is wrong. */
export function signingCertificateFault(certificate: ReadCertificate, timeMs: number): SigningCertificateFault | null {
  if (isAuthority(certificate)) return 'authority'
  if (isSelfIssued(certificate)) return 'self_issued'
  if (!allowsUse(certificate, 'signing')) return 'key_usage'
  return isValidAt(certificate, timeMs) ? null : 'certificate_not_valid'
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
