import { Constructed, GeneralizedTime } from 'asn1js'
import { BasicOCSPResponse, OCSPResponse, type SingleResponse } from 'pkijs'
import { minuteMs } from '../../platform/clock.ts'
import { oid } from '../object-identifiers.ts'
import { hasSerialNumber, isValidAt, purposesOf, type ReadCertificate, readCertificates } from './certificate.ts'
import { octets } from './cms.ts'
import type { RevocationSource, Standing } from './revocation.ts'
import { digestOf, hashOf, isSignedBy, isWeakHash, schemeOf } from './signature-algorithm.ts'

/** An OCSP response, as an untrusted file holds it. */
export interface OcspAnswer {
  readonly content: BasicOCSPResponse
  readonly certificates: readonly ReadCertificate[]
}

/** By how much clocks may differ. */
export const clockToleranceMs = 10 * minuteMs

export function producedAtMs({ content }: OcspAnswer): number {
  return content.tbsResponseData.producedAt.getTime()
}

const mostAnswers = 100
const mostCertificates = 10

export function readOcspAnswers(ders: readonly Uint8Array[]): OcspAnswer[] {
  return ders.slice(0, mostAnswers).flatMap((der) => {
    try {
      const { responseBytes } = OCSPResponse.fromBER(der)
      if (responseBytes?.responseType !== oid.basicOcspResponse) return []
      const content = BasicOCSPResponse.fromBER(responseBytes.response.getValue())
      const own = (content.certs ?? []).slice(0, mostCertificates)
      return { content, certificates: readCertificates(own.map((each) => new Uint8Array(each.toSchema().toBER()))) }
    } catch {
      return []
    }
  })
}

/** What an answer of the issuer, or of a responder that the issuer named, says of a certificate; null where nothing. */
export function standingByOcsp(
  answer: OcspAnswer,
  certificate: ReadCertificate,
  issuer: ReadCertificate,
  source: RevocationSource,
): Standing | null {
  const single = answer.content.tbsResponseData.responses.find((each) => isAbout(each, certificate, issuer))
  if (!single || !isAnsweredFor(answer, issuer, source)) return null
  const { certStatus, thisUpdate, nextUpdate } = single
  const tag: unknown = certStatus.idBlock?.tagNumber
  const goodFromMs = thisUpdate.getTime()
  // When it answers, nobody can know what will be the case later.
  if (tag === 0 && goodFromMs > producedAtMs(answer) + clockToleranceMs) return null
  if (tag === 0) return { goodFromMs, goodUntilMs: (nextUpdate ?? thisUpdate).getTime() }
  if (tag !== 1) return null
  const since = certStatus instanceof Constructed ? certStatus.valueBlock.value[0] : null
  return { revokedAtMs: since instanceof GeneralizedTime ? since.toDate().getTime() : Number.NEGATIVE_INFINITY }
}

function isAbout({ certID }: SingleResponse, certificate: ReadCertificate, issuer: ReadCertificate): boolean {
  const hash = hashOf(certID.hashAlgorithm.algorithmId)
  if (!hash || !hasSerialNumber(certificate, certID.serialNumber.valueBlock.valueHexView)) return false
  const { subject, subjectPublicKeyInfo } = issuer.content
  const name = new Uint8Array(subject.valueBeforeDecode)
  const key = octets(subjectPublicKeyInfo.subjectPublicKey)
  return (
    digestOf(hash, [name]).equals(octets(certID.issuerNameHash)) &&
    digestOf(hash, [key]).equals(octets(certID.issuerKeyHash))
  )
}

function isAnsweredFor(answer: OcspAnswer, issuer: ReadCertificate, source: RevocationSource): boolean {
  const { content, certificates } = answer
  const { signatureAlgorithm, signature, tbsResponseData } = content
  const scheme = schemeOf(signatureAlgorithm, hashOf(signatureAlgorithm.algorithmId))
  if (!scheme || isWeakHash(scheme.hash)) return false
  const isResponder = (each: ReadCertificate) =>
    each === issuer ||
    (purposesOf(each)?.includes(oid.ocspSigning) === true &&
      isValidAt(each, producedAtMs(answer)) &&
      source.finder.isIssuer(issuer, each))
  return [issuer, ...certificates, ...source.pool].some(
    (each) =>
      isSignedBy(each.key, scheme, [new Uint8Array(tbsResponseData.tbs)], octets(signature)) && isResponder(each),
  )
}
