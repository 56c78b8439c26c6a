import { ContentInfo, SignedData } from 'pkijs'
import { isSelfIssued, type ReadCertificate, readCertificate, readCertificates } from '../verification/certificate.ts'
import { type CertificatePath, PathFinder } from '../verification/certificate-path.ts'
import type { FetchBytes } from './fetch-bytes.ts'
import { NoRevocationSource } from './no-revocation-source.ts'
import { revocationSources } from './revocation-sources.ts'

/** A certificate with its issuers up to a root, and what finds more issuers among the same certificates. */
export interface IssuerPath {
  readonly path: CertificatePath
  readonly finder: PathFinder
  readonly pool: readonly ReadCertificate[]
}

export interface PathDependencies {
  /** Certificates at which a path may end. */
  readonly anchors: readonly ReadCertificate[]
  readonly fetchBytes: FetchBytes
}

const longestPath = 8
const mostBytes = 64 * 1024

/**
 * The path of a certificate to a root or an anchor. Issuers that are not at hand are fetched where certificates name them.
 * Throws `NoRevocationSource` where a path cannot be made of what they name.
 */
export async function issuerPath(
  leaf: ReadCertificate,
  atHand: readonly ReadCertificate[],
  { anchors, fetchBytes }: PathDependencies,
): Promise<IssuerPath> {
  const pool = [...atHand]
  for (let fetched = 0; fetched <= longestPath; fetched += 1) {
    const isAnchor = ({ x509 }: ReadCertificate) =>
      anchors.some((anchor) => anchor.x509.fingerprint256 === x509.fingerprint256)
    const finder = new PathFinder([...anchors, ...pool], isAnchor)
    const path = finder.complete(leaf)
    if (path) return { path, finder, pool: [...anchors, ...pool] }
    const top = topOf(leaf, pool, finder)
    const issuers = await fetchedIssuers(top, fetchBytes)
    if (issuers.length === 0 || isSelfIssued(top)) break
    pool.push(...issuers)
  }
  throw new NoRevocationSource(`no path of issuers leads from ${leaf.x509.subject} to a root`)
}

/** The last issuer that is known. */
function topOf(leaf: ReadCertificate, pool: readonly ReadCertificate[], finder: PathFinder): ReadCertificate {
  let top = leaf
  for (let length = 1; length < longestPath && !isSelfIssued(top); length += 1) {
    const issuer = pool.find((each) => each.content.subject.isEqual(top.content.issuer) && finder.isIssuer(each, top))
    if (!issuer) break
    top = issuer
  }
  return top
}

/** None where it names nobody. Throws where nobody of those that it names answers. */
async function fetchedIssuers(certificate: ReadCertificate, fetchBytes: FetchBytes): Promise<ReadCertificate[]> {
  const urls = revocationSources(certificate).issuers
  const answers = await Promise.allSettled(urls.map((url) => fetchBytes({ url, mostBytes })))
  const failure = answers.find((answer) => answer.status === 'rejected')
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? certificatesOf(answer.value) : []))
  if (found.length === 0 && failure) throw failure.reason
  return found
}

/** One in DER, or several as a CMS without a signer (RFC 5280 §4.2.2.1). */
function certificatesOf(bytes: Uint8Array): ReadCertificate[] {
  const single = readCertificate(bytes)
  if (single) return [single]
  try {
    const { certificates = [] } = new SignedData({ schema: ContentInfo.fromBER(bytes).content })
    return readCertificates(certificates.map((each) => new Uint8Array(each.toSchema().toBER())))
  } catch {
    return []
  }
}
