import type { ReadCertificate } from '../verification/certificate.ts'
import type { CertificatePath } from '../verification/certificate-path.ts'
import { readOcspAnswers, standingByOcsp } from '../verification/ocsp-answer.ts'
import type { GoodStanding, Standing } from '../verification/revocation.ts'
import { readRevocationLists, standingByList } from '../verification/revocation-list.ts'
import { demandFresh, demandPast } from './fresh-answer.ts'
import { type IssuerPath, issuerPath, type PathDependencies } from './issuer-path.ts'
import { NoRevocationSource } from './no-revocation-source.ts'
import { ocspRequest } from './ocsp-request.ts'
import { isResponder, needsNoCheck, revocationSources } from './revocation-sources.ts'

/** A certificate whose use is to be provable later. */
export interface Subject {
  readonly certificate: ReadCertificate
  /** Certificates that came along. */
  readonly pool: readonly ReadCertificate[]
  /** The moment at which it must not have been revoked, in milliseconds since the epoch. */
  readonly atMs: number
}

/** What a verifier would otherwise have to ask for, in DER. */
export interface CollectedData {
  readonly certificates: readonly Uint8Array[]
  readonly answers: readonly Uint8Array[]
  readonly lists: readonly Uint8Array[]
}

interface Link extends IssuerPath {
  readonly certificate: ReadCertificate
  readonly issuer: ReadCertificate
  readonly atMs: number
}

interface CollectionDependencies extends PathDependencies {
  readonly nowMs: number
}

const mostAnswerBytes = 64 * 1024
/** It becomes a part of every document that is sealed. */
const mostListBytes = 1024 * 1024

/**
 * Asks about every certificate of the subjects' paths but the roots, and takes only answers that hold: signed by the issuer
 * or by a responder of theirs, about this certificate, and not older than the subject's moment. Throws
 * `NoRevocationSource` where a certificate names nobody to ask, and other errors where nobody answers, or a certificate
 * was revoked.
 */
export async function collectValidationData(
  subjects: readonly Subject[],
  dependencies: CollectionDependencies,
): Promise<CollectedData> {
  const paths = await Promise.all(
    subjects.map(async ({ certificate, pool, atMs }) => ({
      ...(await issuerPath(certificate, pool, dependencies)),
      atMs,
    })),
  )
  const links = paths.flatMap(linksOf)
  for (const { certificate } of links) demandSource(certificate)
  const found = await Promise.all(links.map((link) => proofOf(link, dependencies)))
  return {
    certificates: distinct(paths.flatMap(({ path }) => path.map(({ der }) => der))),
    answers: distinct(found.flatMap(({ answers }) => answers)),
    lists: distinct(found.flatMap(({ lists }) => lists)),
  }
}

/** A path of one certificate proves nothing: who issued itself can be asked by nobody. */
function linksOf(found: IssuerPath & { atMs: number }): Link[] {
  const { path } = found
  if (path.length === 1) throw new NoRevocationSource(`${path[0].x509.subject} is nobody else's`)
  return path.slice(0, -1).map((certificate, index) => ({ ...found, certificate, issuer: issuerIn(path, index) }))
}

function issuerIn(path: CertificatePath, index: number): ReadCertificate {
  const issuer = path[index + 1]
  if (!issuer) throw new Error('the path ends with a root')
  return issuer
}

function demandSource(certificate: ReadCertificate): void {
  const { responders, lists } = revocationSources(certificate)
  if (responders.length + lists.length === 0)
    throw new NoRevocationSource(`${certificate.x509.subject} names neither OCSP nor a CRL`)
}

interface Proof {
  readonly answers: readonly Uint8Array[]
  readonly lists: readonly Uint8Array[]
}

/** Responders first: a list may be long, and is about others. */
async function proofOf(link: Link, dependencies: CollectionDependencies): Promise<Proof> {
  const { responders, lists } = revocationSources(link.certificate)
  const reasons: unknown[] = []
  const tries = [
    ...responders.map((url) => () => byResponder(url, link, dependencies)),
    ...lists.map((url) => () => byList(url, link, dependencies)),
  ]
  for (const attempt of tries)
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof RevokedCertificate) throw error
      reasons.push(error)
    }
  throw new AggregateError(reasons, `nobody says that ${link.certificate.x509.subject} was not revoked`)
}

/** Its authority took it back. */
export class RevokedCertificate extends Error {}

async function byResponder(url: string, link: Link, dependencies: CollectionDependencies): Promise<Proof> {
  const { certificate, issuer, finder, pool } = link
  const body = ocspRequest(certificate, issuer)
  const contentType = 'application/ocsp-request'
  const der = await dependencies.fetchBytes({ url, body, contentType, mostBytes: mostAnswerBytes })
  const [answer] = readOcspAnswers([der])
  if (!answer) throw new Error(`${url} gave no answer of OCSP`)
  const standing = standingByOcsp(answer, certificate, issuer, { lists: [], answers: [], pool, finder })
  const { nowMs } = dependencies
  demandFresh(answer, demandGood(standing, url, { ...link, nowMs }), { url, certificate, nowMs })
  const proofs = await Promise.all(
    answer.certificates.filter(needsProof).map((responder) => proofOfResponder(responder, link, dependencies)),
  )
  return { answers: [der, ...proofs.flatMap(({ answers }) => answers)], lists: proofs.flatMap(({ lists }) => lists) }
}

function needsProof(certificate: ReadCertificate): boolean {
  return isResponder(certificate) && !needsNoCheck(certificate)
}

/** By a list: a responder does not answer for itself. */
async function proofOfResponder(
  responder: ReadCertificate,
  link: Link,
  dependencies: CollectionDependencies,
): Promise<Proof> {
  const [url] = revocationSources(responder).lists
  if (!url) throw new Error(`nobody says that the responder ${responder.x509.subject} was not revoked`)
  return await byList(url, { ...link, certificate: responder }, dependencies)
}

async function byList(url: string, link: Link, dependencies: CollectionDependencies): Promise<Proof> {
  const der = await dependencies.fetchBytes({ url, mostBytes: mostListBytes })
  const [list] = readRevocationLists([der])
  if (!list) throw new Error(`${url} gave no CRL`)
  const { nowMs } = dependencies
  demandGood(standingByList(list, link.certificate, link.issuer), url, { ...link, nowMs })
  return { answers: [], lists: [der] }
}

function demandGood(
  standing: Standing | null,
  url: string,
  { certificate, atMs, nowMs }: Pick<Link, 'certificate' | 'atMs'> & { readonly nowMs: number },
): GoodStanding {
  if (!standing) throw new Error(`${url} says nothing of ${certificate.x509.subject} that is to be believed`)
  if ('revokedAtMs' in standing) throw new RevokedCertificate(`${certificate.x509.subject} was revoked, says ${url}`)
  if (standing.goodUntilMs < atMs) throw new Error(`${url} gave an answer that is too old`)
  demandPast(standing, url, nowMs)
  return standing
}

function distinct(ders: readonly Uint8Array[]): Uint8Array[] {
  return [...new Map(ders.map((der) => [Buffer.from(der).toString('base64'), der])).values()]
}
