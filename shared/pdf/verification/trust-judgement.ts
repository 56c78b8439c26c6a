import { oid } from '../object-identifiers.ts'
import { allowsKeyUsage, purposesOf, type ReadCertificate, readCertificates } from './certificate.ts'
import { type CertificatePath, PathFinder } from './certificate-path.ts'
import { type RevocationData, revokedAt } from './revocation.ts'
import type { Trust, TrustFault } from './verification.ts'

/** Whom to believe, read once for a document. */
export interface Believed {
  readonly nowMs: number
  readonly anchors: readonly ReadCertificate[]
  readonly trust: Trust
}

export function believed(trust: Trust): Believed {
  return { nowMs: trust.nowMs, anchors: readCertificates(trust.anchors), trust }
}

/** What a certificate is used for, and when. */
export interface Use {
  readonly purpose: 'signing' | 'timestamping'
  /** When it was used, as far as that is proved; null: it is only known to have been used by now. */
  readonly provedAtMs: number | null
  /** What the signer says, where nothing proves it. */
  readonly claimedAtMs: number | null
  /** Certificates of issuers, as the file holds them. */
  readonly pool: readonly ReadCertificate[]
  readonly revocations: RevocationData
}

/** Purposes that people and services sign documents under (RFC 9336, Adobe's, Microsoft's); a web server's is none. */
const signingPurposes: readonly string[] = [
  '2.5.29.37.0',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.2',
  '1.3.6.1.5.5.7.3.36',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
]

/** Why a certificate is not believed for a use; nothing when it is. */
export function trustFaultsOf(certificate: ReadCertificate, believed: Believed, use: Use): TrustFault[] {
  const { trust, nowMs } = believed
  if (holdsKey(trust.testSealKeys, certificate)) return ['test_seal']
  const faults = new Set<TrustFault>()
  if (!allowsUse(certificate, use.purpose)) faults.add('key_usage')
  const times = use.provedAtMs === null ? timesWithoutProof(certificate, believed, use) : [use.provedAtMs]
  const finder = pathFinder(believed, use.pool)
  const anyPath = finder.trusted(certificate, null)
  if (!anyPath) faults.add('no_trusted_issuer')
  else if (!times.every((timeMs) => finder.trusted(certificate, timeMs))) faults.add('certificate_not_valid')
  const path = finder.trusted(certificate, times[0] ?? nowMs) ?? anyPath
  if (path && isRevoked(path, finder, use)) faults.add('revoked')
  return [...faults]
}

/**
 * Without a proof a signature is as old as this question, as ETSI EN 319 102-1 §5.5 has it: whoever got hold of a key could
 * claim any time. Our seals are believed in what they claim, since nobody but this service can sign with their keys, so that
 * they stay what they are when their certificate has run out.
 */
function timesWithoutProof(certificate: ReadCertificate, { trust, nowMs }: Believed, { claimedAtMs }: Use): number[] {
  if (claimedAtMs === null) return [nowMs]
  return holdsKey(trust.sealKeys, certificate) ? [claimedAtMs] : [nowMs, claimedAtMs]
}

/** Seal keys are believed by themselves, whoever certified them: nobody else can sign with them. */
export function pathFinder({ anchors, trust }: Believed, pool: readonly ReadCertificate[]): PathFinder {
  const isAnchor = (certificate: ReadCertificate) =>
    holdsKey(trust.sealKeys, certificate) ||
    anchors.some((anchor) => anchor.x509.fingerprint256 === certificate.x509.fingerprint256)
  return new PathFinder([...anchors, ...pool], isAnchor)
}

/** Which of our keys a certificate is of. */
export function sealKeyOf(certificate: ReadCertificate, { trust }: Believed): 'live' | 'test' | null {
  if (holdsKey(trust.sealKeys, certificate)) return 'live'
  return holdsKey(trust.testSealKeys, certificate) ? 'test' : null
}

function holdsKey(keys: readonly Uint8Array[], { spki }: ReadCertificate): boolean {
  return keys.some((key) => spki.equals(key))
}

export function allowsUse(certificate: ReadCertificate, purpose: Use['purpose']): boolean {
  const isForSignatures =
    allowsKeyUsage(certificate, 'digitalSignature') || allowsKeyUsage(certificate, 'nonRepudiation')
  const purposes = purposesOf(certificate)
  if (purpose === 'timestamping') return isForSignatures && purposes?.length === 1 && purposes[0] === oid.timestamping
  return isForSignatures && (purposes === null || purposes.some((each) => signingPurposes.includes(each)))
}

/** A certificate that was revoked before its use, or before anything proves the use. */
function isRevoked(path: CertificatePath, finder: PathFinder, use: Use): boolean {
  return path.slice(0, -1).some((certificate, index) => {
    const issuer = path[index + 1]
    if (!issuer) return false
    const sinceMs = revokedAt(certificate, issuer, { ...use.revocations, pool: use.pool, finder })
    return sinceMs !== null && (use.provedAtMs === null || sinceMs <= use.provedAtMs)
  })
}
