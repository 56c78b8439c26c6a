import { PdfArray, PdfString } from '@libpdf/core'
import { fromBER, GeneralizedTime, OctetString, UTCTime } from 'asn1js'
import type { Attribute } from 'pkijs'
import { oid } from '../object-identifiers.ts'
import { type ReadCertificate, readCertificates } from './certificate.ts'
import { checkSigner } from './check-signer.ts'
import { attributeOf, type Cms, hasAttribute, octets, readCms } from './cms.ts'
import { faulty, type LookedAt } from './looked-at.ts'
import { noRevocations, readRevocationData } from './revocation.ts'
import { archivedRevocations } from './revocation-archive.ts'
import { digestOf, isSignedBy, isWeakHash, isWeakKey } from './signature-algorithm.ts'
import { partsOf, type SignatureValue, type SignedRange, signedRange } from './signed-range.ts'
import { certificateReference } from './signing-certificate.ts'
import { readTimestamp, type Timestamp } from './timestamp-token.ts'
import type { IntactnessFault } from './verification.ts'

interface SignatureInFile {
  readonly bytes: Uint8Array
  readonly value: SignatureValue
  readonly range: SignedRange
  /** Certificates from elsewhere in the file. */
  readonly others: readonly ReadCertificate[]
}

/** By their /SubFilter (ISO 32000-2 §12.8.3, ETSI EN 319 142-1 §6.3). */
const kinds: Readonly<Record<string, (asked: SignatureInFile) => LookedAt>> = {
  'ETSI.CAdES.detached': (asked) => detached(asked, true),
  'adbe.pkcs7.detached': (asked) => detached(asked, false),
  'adbe.pkcs7.sha1': ofSha1,
  'adbe.x509.rsa_sha1': ofBareRsa,
  'ETSI.RFC3161': documentTimestamp,
}

/** Checks all that a signature proves by itself. */
export function lookAtSignature(
  bytes: Uint8Array,
  value: SignatureValue,
  others: readonly ReadCertificate[],
): LookedAt {
  const range = signedRange(bytes, value)
  if (!range) return faulty(value, null, 'byte_range')
  const kind = kinds[range.dictionary.getName('SubFilter')?.value ?? '']
  return kind ? kind({ bytes, value, range, others }) : faulty(value, range, 'unsupported')
}

/** A CMS that is about the range and holds no content of its own, which another reader could take for what is signed. */
function detached(asked: SignatureInFile, isPades: boolean): LookedAt {
  const { range, value } = asked
  const cms = readCms(range.contents)
  if (!cms || cms.content?.length) return faulty(value, range, 'unreadable')
  return ofCms(asked, cms, { content: partsOf(asked.bytes, range), isPades })
}

/** A CMS whose content is the SHA-1 digest of the range. */
function ofSha1(asked: SignatureInFile): LookedAt {
  const { range, value } = asked
  const cms = readCms(range.contents)
  if (!cms?.content) return faulty(value, range, 'unreadable')
  const looked = ofCms(asked, cms, { content: [cms.content], isPades: false })
  const faults = new Set(looked.faults).add('weak_algorithm')
  if (!digestOf('sha1', partsOf(asked.bytes, range)).equals(cms.content)) faults.add('digest')
  return { ...looked, faults }
}

function ofCms(
  { range, others }: SignatureInFile,
  cms: Cms,
  { content, isPades }: { content: readonly Uint8Array[]; isPades: boolean },
): LookedAt {
  const known = [...others, ...readCertificates(certificateStrings(range))]
  const rules = { content, contentType: oid.data, namesCertificate: false, others: known }
  const { faults, certificate } = checkSigner(cms, rules)
  const { signedAttrs, unsignedAttrs, signature } = cms.signer
  const archived = archivedRevocations(signedAttrs?.attributes)
  const { dictionary } = range
  const isBaseline = isPades && dictionary.has('M') && !dictionary.has('Cert') && isBaselineCms(signedAttrs?.attributes)
  return {
    kind: 'signature',
    range,
    dictionary,
    faults,
    certificate,
    pool: cms.certificates,
    revocations: readRevocationData([...cms.crls, ...archived.crls], archived.ocsps),
    timestamps: signatureTimestamps(unsignedAttrs?.attributes ?? [], octets(signature), [
      ...cms.certificates,
      ...known,
    ]),
    signingTimeMs: signingTimeOf(attributeOf(signedAttrs?.attributes, oid.signingTime)),
    isBaseline,
  }
}

/** Baseline signatures name their certificate, and leave the time to the dictionary (EN 319 142-1 §6.3). */
function isBaselineCms(signed: readonly Attribute[] | undefined): boolean {
  return certificateReference(signed) !== undefined && !hasAttribute(signed, oid.signingTime)
}

/** A file could hold any number of them. */
const mostTimestamps = 10

function signatureTimestamps(
  attributes: readonly { type: string; values: unknown[] }[],
  signature: Uint8Array,
  others: readonly ReadCertificate[],
): Timestamp[] {
  const tokens = attributes.filter(({ type }) => type === oid.signatureTimestampToken).flatMap(({ values }) => values)
  return tokens.slice(0, mostTimestamps).map((token) => readTimestamp(encoded(token), [signature], others))
}

/** A member of a set as it was encoded. */
function encoded(value: unknown): Uint8Array {
  if (typeof value !== 'object' || value === null || !('valueBeforeDecodeView' in value)) return new Uint8Array(0)
  return value.valueBeforeDecodeView instanceof Uint8Array ? value.valueBeforeDecodeView : new Uint8Array(0)
}

function signingTimeOf(value: unknown): number | null {
  if (!(value instanceof UTCTime || value instanceof GeneralizedTime)) return null
  const timeMs = value.toDate().getTime()
  return Number.isNaN(timeMs) ? null : timeMs
}

/** The signature of RSA itself, with the certificates beside it. The hash is not named: it is the one that fits. */
function ofBareRsa({ bytes, value, range }: SignatureInFile): LookedAt {
  const certificate = readCertificates(certificateStrings(range))[0]
  const { result } = fromBER(range.contents)
  if (!(result instanceof OctetString)) return faulty(value, range, 'unreadable')
  if (!certificate) return faulty(value, range, 'certificate_missing')
  const signature = octets(result)
  const parts = partsOf(bytes, range)
  const hash = (['sha256', 'sha384', 'sha512', 'sha1'] as const).find((each) =>
    isSignedBy(certificate.key, { kind: 'rsa', hash: each }, parts, signature),
  )
  const faults = new Set<IntactnessFault>()
  if (!hash) faults.add('signature')
  if (isWeakHash(hash ?? null) || isWeakKey(certificate.key)) faults.add('weak_algorithm')
  const pool = readCertificates(certificateStrings(range))
  return { ...faulty(value, range, 'signature'), kind: 'signature', faults, certificate, pool }
}

function certificateStrings({ dictionary }: SignedRange): Uint8Array[] {
  const held = dictionary.get('Cert')
  const strings = held instanceof PdfArray ? held.toArray() : [held]
  return strings.flatMap((each) => (each instanceof PdfString ? each.bytes : []))
}

/** A timestamp over the range (ISO 32000-2 §12.8.5). */
function documentTimestamp({ bytes, value, range, others }: SignatureInFile): LookedAt {
  const timestamp = readTimestamp(range.contents, partsOf(bytes, range), others)
  const { faults, certificate, pool } = timestamp
  return {
    ...faulty(value, range, 'unreadable'),
    kind: 'document_timestamp',
    faults,
    certificate,
    pool,
    timestamps: [timestamp],
    revocations: noRevocations,
  }
}
