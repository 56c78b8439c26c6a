import { BasicConstraints } from 'pkijs'
import { oid } from '../object-identifiers.ts'
import {
  allowsKeyUsage,
  extension,
  extensionValue,
  isSelfIssued,
  isValidAt,
  type ReadCertificate,
} from './certificate.ts'
import { hashOf, isWeakHash, isWeakKey, schemeOf } from './signature-algorithm.ts'

/** A certificate, and who issued it up to one that is believed, or to one that nobody else issued. */
export type CertificatePath = readonly [ReadCertificate, ...ReadCertificate[]]

const maxLength = 8
/** Each is a signature to be verified; names that many certificates share could ask for any number of them. */
const maxLinks = 200

/** Critical extensions that are understood, or that limit nothing which is asked here. */
const understood: readonly string[] = [
  oid.keyUsage,
  oid.subjectAlternativeName,
  oid.issuerAlternativeName,
  oid.basicConstraints,
  oid.certificatePolicies,
  oid.policyMappings,
  oid.extendedKeyUsage,
  oid.qualifiedStatements,
]

/** Looks for paths, checking no more links than are worth the time. */
export class PathFinder {
  readonly #issuers: readonly ReadCertificate[]
  readonly #isAnchor: (certificate: ReadCertificate) => boolean
  readonly #links = new Map<string, boolean>()

  constructor(issuers: readonly ReadCertificate[], isAnchor: (certificate: ReadCertificate) => boolean) {
    this.#issuers = issuers
    this.#isAnchor = isAnchor
  }

  /** A path to an anchor all of which is valid at a time (RFC 5280 §6); the time of an anchor counts, too. */
  trusted(leaf: ReadCertificate, timeMs: number | null): CertificatePath | null {
    const isUsable = (certificate: ReadCertificate) => timeMs === null || isValidAt(certificate, timeMs)
    return this.#search([leaf], (path) => this.#isAnchor(path.at(-1) ?? leaf), isUsable)
  }

  /** A path that ends at an anchor or at a certificate that issued itself. */
  complete(leaf: ReadCertificate): CertificatePath | null {
    const isEnd = (path: CertificatePath) => {
      const last = path.at(-1) ?? leaf
      return this.#isAnchor(last) || isSelfIssued(last)
    }
    return this.#search([leaf], isEnd, () => true)
  }

  isIssuer(issuer: ReadCertificate, certificate: ReadCertificate): boolean {
    const link = `${issuer.x509.fingerprint256} ${certificate.x509.fingerprint256}`
    const known = this.#links.get(link)
    if (known !== undefined) return known
    if (this.#links.size >= maxLinks) return false
    const isIssuer = issued(issuer, certificate)
    this.#links.set(link, isIssuer)
    return isIssuer
  }

  #search(
    path: CertificatePath,
    isEnd: (path: CertificatePath) => boolean,
    isUsable: (certificate: ReadCertificate) => boolean,
  ): CertificatePath | null {
    const last = path.at(-1) ?? path[0]
    if (!isUsable(last) || hasUnknownLimits(last)) return null
    if (isEnd(path)) return path
    if (path.length === maxLength) return null
    for (const issuer of this.#issuers) {
      if (path.includes(issuer) || !mayStandAbove(issuer, path.length - 1)) continue
      if (!issuer.content.subject.isEqual(last.content.issuer) || !this.isIssuer(issuer, last)) continue
      const found = this.#search([...path, issuer], isEnd, isUsable)
      if (found) return found
    }
    return null
  }
}

/** Whether an authority issued a certificate, and may have: it may stand above so many authorities. */
export function isIssuerOf(issuer: ReadCertificate, certificate: ReadCertificate, authoritiesBelow: number): boolean {
  const isNamed = issuer.content.subject.isEqual(certificate.content.issuer)
  return isNamed && mayStandAbove(issuer, authoritiesBelow) && issued(issuer, certificate)
}

/** By name, key identifier and signature. */
function issued(issuer: ReadCertificate, { x509, content }: ReadCertificate): boolean {
  const scheme = schemeOf(content.signatureAlgorithm, hashOf(content.signatureAlgorithm.algorithmId))
  if (!scheme || isWeakHash(scheme.hash) || isWeakKey(issuer.key)) return false
  try {
    return x509.checkIssued(issuer.x509) && x509.verify(issuer.key)
  } catch {
    return false
  }
}

/** Whether it is of an authority that may have so many authorities below it. */
function mayStandAbove(certificate: ReadCertificate, authoritiesBelow: number): boolean {
  if (!certificate.x509.ca || !allowsKeyUsage(certificate, 'keyCertSign')) return false
  const value = extensionValue(certificate, oid.basicConstraints)
  if (!value) return false
  const { pathLenConstraint } = new BasicConstraints({ schema: value })
  return pathLenConstraint === undefined || Number(pathLenConstraint) >= authoritiesBelow
}

/** Names that an authority may certify are not compared here, so that whoever is limited to some is not believed. */
export function hasUnknownLimits(certificate: ReadCertificate): boolean {
  return extension(certificate, oid.nameConstraints) !== undefined || hasUnknownExtension(certificate, [])
}

/** Whether it has a critical extension that is neither understood here nor one of those that the caller knows. */
export function hasUnknownExtension({ content }: ReadCertificate, known: readonly string[]): boolean {
  const isUnknown = (extnID: string) => !understood.includes(extnID) && !known.includes(extnID)
  return (content.extensions ?? []).some(({ critical, extnID }) => critical && isUnknown(extnID))
}
