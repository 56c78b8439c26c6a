import { Constructed, fromBER, Sequence } from 'asn1js'
import { AlgorithmIdentifier, type Extension, Extensions, RelativeDistinguishedNames, Time } from 'pkijs'
import { oid } from '../object-identifiers.ts'
import { allowsKeyUsage, extension, type ReadCertificate } from './certificate.ts'
import { type DerValue, derTag, derValue, derValues } from './der.ts'
import type { Standing } from './revocation.ts'
import { hashOf, isSignedBy, isWeakHash, schemeOf } from './signature-algorithm.ts'

/** A CRL (RFC 5280 §5.1), as an untrusted file holds it. Lists may be long: its entries stay as they are. */
export interface RevocationList {
  /** What is signed. */
  readonly body: Uint8Array
  readonly algorithm: AlgorithmIdentifier
  readonly signature: Uint8Array
  readonly issuer: RelativeDistinguishedNames
  readonly madeAtMs: number
  /** When the next list is due or, where that is not said, when this one was made. */
  readonly goodUntilMs: number
  readonly entries: Uint8Array
  readonly critical: readonly Extension[]
  /** By issuer, whether they signed it. */
  readonly signedBy: Map<string, boolean>
}

const mostLists = 100

export function readRevocationLists(ders: readonly Uint8Array[]): RevocationList[] {
  return ders.slice(0, mostLists).flatMap((der) => {
    try {
      return readRevocationList(der)
    } catch {
      return []
    }
  })
}

function readRevocationList(der: Uint8Array): RevocationList {
  const [body, algorithm, signature] = derValues(derValue(der, derTag.sequence).content)
  if (!body || !algorithm || signature?.tag !== derTag.bitString) throw new Error('no list')
  const parts = [...derValues(body.content)]
  const isTime = ({ tag }: DerValue) => tag === derTag.utcTime || tag === derTag.generalizedTime
  const issuer = parts[parts.findIndex(isTime) - 1]
  const [made, due] = [parts.find(isTime), parts.findLast(isTime)]
  if (!issuer || !made || !due) throw new Error('no list')
  const after = parts.slice(parts.indexOf(due) + 1)
  const entries = after.find(({ tag }) => tag === derTag.sequence)?.content ?? new Uint8Array(0)
  // Those that are no DER must not be found out later.
  for (const entry of derValues(entries)) entryOf(entry)
  const extensions = after.find(({ tag }) => tag === derTag.context0)
  return {
    body: body.encoded,
    algorithm: AlgorithmIdentifier.fromBER(algorithm.encoded),
    signature: signature.content.subarray(1),
    issuer: RelativeDistinguishedNames.fromBER(issuer.encoded),
    madeAtMs: timeOf(made),
    goodUntilMs: timeOf(due),
    entries,
    critical: extensions ? Extensions.fromBER(extensions.content).extensions.filter(({ critical }) => critical) : [],
    signedBy: new Map(),
  }
}

function entryOf(entry: DerValue): { serialNumber: Uint8Array; date: DerValue } {
  const [serialNumber, date] = derValues(entry.content)
  if (serialNumber?.tag !== derTag.integer || !date) throw new Error('no entry of a list')
  return { serialNumber: serialNumber.content, date }
}

function timeOf({ encoded }: DerValue): number {
  return new Time({ schema: fromBER(encoded).result }).value.getTime()
}

/** What a list of the certificate's own issuer says; null where it says nothing of this certificate. */
export function standingByList(
  list: RevocationList,
  certificate: ReadCertificate,
  issuer: ReadCertificate,
): Standing | null {
  if (!list.issuer.isEqual(issuer.content.subject) || isIndirect(list) || !isOf(list, issuer)) return null
  const { valueHexView } = certificate.content.serialNumber.valueBlock
  for (const entry of derValues(list.entries)) {
    const { serialNumber, date } = entryOf(entry)
    if (Buffer.compare(serialNumber, valueHexView) === 0) return { revokedAtMs: timeOf(date) }
  }
  return isAbout(list, certificate) ? { goodFromMs: list.madeAtMs, goodUntilMs: list.goodUntilMs } : null
}

function isOf({ algorithm, body, signature, signedBy }: RevocationList, issuer: ReadCertificate): boolean {
  const { fingerprint256 } = issuer.x509
  const known = signedBy.get(fingerprint256)
  if (known !== undefined) return known
  const scheme = schemeOf(algorithm, hashOf(algorithm.algorithmId))
  const isSigned =
    scheme !== null &&
    !isWeakHash(scheme.hash) &&
    allowsKeyUsage(issuer, 'crlSign') &&
    isSignedBy(issuer.key, scheme, [body], signature)
  signedBy.set(fingerprint256, isSigned)
  return isSigned
}

/** Places in an IssuingDistributionPoint (RFC 5280 §5.2.5). */
const scope = { point: 0, users: 1, authorities: 2, reasons: 3, indirect: 4, attributes: 5 } as const

function limitsOf({ critical }: RevocationList) {
  const limits = critical.find(({ extnID }) => extnID === oid.issuingDistributionPoint)
  const result = limits && fromBER(limits.extnValue.getValue()).result
  return new Map(
    result instanceof Sequence ? result.valueBlock.value.map((part) => [part.idBlock.tagNumber, part]) : [],
  )
}

/** Its entries may be of other issuers' certificates. */
function isIndirect(list: RevocationList): boolean {
  return limitsOf(list).has(scope.indirect)
}

/** Whether a certificate that the list does not name is good, and not merely of another list's concern. */
function isAbout(list: RevocationList, certificate: ReadCertificate): boolean {
  if (list.critical.some(({ extnID }) => extnID !== oid.issuingDistributionPoint)) return false
  const limits = limitsOf(list)
  if (limits.has(scope.reasons) || limits.has(scope.attributes)) return false
  if (limits.has(certificate.x509.ca ? scope.users : scope.authorities)) return false
  const point = limits.get(scope.point)
  return !point || (point instanceof Constructed && namesPoint(certificate, point))
}

function namesPoint(certificate: ReadCertificate, point: Constructed): boolean {
  const named = extension(certificate, oid.distributionPoints)?.extnValue.getValue()
  const [name] = point.valueBlock.value
  return (
    named !== undefined && name !== undefined && Buffer.from(named).includes(Buffer.from(name.valueBeforeDecodeView))
  )
}
