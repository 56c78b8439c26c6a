import type { ReadCertificate } from './certificate.ts'
import type { PathFinder } from './certificate-path.ts'
import { type OcspAnswer, readOcspAnswers, standingByOcsp } from './ocsp-answer.ts'
import { type RevocationList, readRevocationLists, standingByList } from './revocation-list.ts'

/** What the file itself holds about certificates that were revoked; nothing is asked of anybody. */
export interface RevocationData {
  readonly lists: readonly RevocationList[]
  readonly answers: readonly OcspAnswer[]
}

export const noRevocations: RevocationData = { lists: [], answers: [] }

/** What is known of a certificate: revoked since a time, or good from when it was looked up at least until a time. */
export type Standing = { readonly revokedAtMs: number } | GoodStanding

export interface GoodStanding {
  readonly goodFromMs: number
  readonly goodUntilMs: number
}

/** Where issuers and responders are looked for. */
export interface RevocationSource extends RevocationData {
  readonly pool: readonly ReadCertificate[]
  readonly finder: PathFinder
}

/** From DER: CRLs (RFC 5280 §5) and OCSP responses (RFC 6960 §4.2). What cannot be read is passed over. */
export function readRevocationData(crls: readonly Uint8Array[], ocsps: readonly Uint8Array[]): RevocationData {
  return { lists: readRevocationLists(crls), answers: readOcspAnswers(ocsps) }
}

/** Since when the certificate has been revoked; null where nothing says so. */
export function revokedAt(
  certificate: ReadCertificate,
  issuer: ReadCertificate,
  source: RevocationSource,
): number | null {
  const times = standingsOf(certificate, issuer, source).flatMap((each) =>
    'revokedAtMs' in each ? each.revokedAtMs : [],
  )
  return times.length > 0 ? Math.min(...times) : null
}

/** Whether something says that the certificate was good at a time. */
export function wasGood(
  certificate: ReadCertificate,
  issuer: ReadCertificate,
  source: RevocationSource,
  timeMs: number,
): boolean {
  return standingsOf(certificate, issuer, source).some((each) =>
    'goodUntilMs' in each ? each.goodUntilMs >= timeMs : each.revokedAtMs > timeMs,
  )
}

function standingsOf(certificate: ReadCertificate, issuer: ReadCertificate, source: RevocationSource): Standing[] {
  const said = [
    ...source.lists.map((list) => standingByList(list, certificate, issuer)),
    ...source.answers.map((answer) => standingByOcsp(answer, certificate, issuer, source)),
  ]
  return said.filter((each) => each !== null)
}
