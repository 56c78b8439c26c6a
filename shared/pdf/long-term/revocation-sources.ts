import { CRLDistributionPoints, type GeneralName, InfoAccess } from 'pkijs'
import { oid } from '../object-identifiers.ts'
import { extension, purposesOf, type ReadCertificate } from '../verification/certificate.ts'

/** Where a certificate says that more can be had about it: URLs of http or https. */
export interface RevocationSources {
  /** OCSP responders (RFC 5280 §4.2.2.1). */
  readonly responders: readonly string[]
  /** CRLs (RFC 5280 §4.2.1.13). */
  readonly lists: readonly string[]
  /** The certificate of its issuer. */
  readonly issuers: readonly string[]
}

/** Authorities name two or three; others could name any number. */
const mostUrls = 4

/** What cannot be read names nothing. */
export function revocationSources(certificate: ReadCertificate): RevocationSources {
  const accesses = read(certificate, oid.authorityInfoAccess, (der) => InfoAccess.fromBER(der).accessDescriptions)
  const points = read(
    certificate,
    oid.distributionPoints,
    (der) => CRLDistributionPoints.fromBER(der).distributionPoints,
  )
  const locations = (method: string) =>
    accesses.filter(({ accessMethod }) => accessMethod === method).map(({ accessLocation }) => accessLocation)
  const names = points.flatMap(({ distributionPoint }) => (Array.isArray(distributionPoint) ? distributionPoint : []))
  return {
    responders: urlsOf(locations(oid.ocsp)),
    lists: urlsOf(names),
    issuers: urlsOf(locations(oid.issuerCertificates)),
  }
}

/** Whether its issuer has it answer OCSP requests (RFC 6960 §4.2.2.2). */
export function isResponder(certificate: ReadCertificate): boolean {
  return purposesOf(certificate)?.includes(oid.ocspSigning) === true
}

/** Whether nobody needs to ask about the certificate of a responder (RFC 6960 §4.2.2.2.1). */
export function needsNoCheck(certificate: ReadCertificate): boolean {
  return extension(certificate, oid.ocspNoCheck) !== undefined
}

function read<Part>(certificate: ReadCertificate, type: string, parse: (der: ArrayBuffer) => Part[]): Part[] {
  const found = extension(certificate, type)
  if (!found) return []
  try {
    return parse(found.extnValue.getValue())
  } catch {
    return []
  }
}

const uniformResourceIdentifier = 6

function urlsOf(names: readonly GeneralName[]): string[] {
  const values = names.flatMap(({ type, value }): unknown[] => (type === uniformResourceIdentifier ? [value] : []))
  return values
    .filter((value) => typeof value === 'string')
    .filter(isWebAddress)
    .slice(0, mostUrls)
}

function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value)
}
