import { DocumentObjects, type ObjectSource } from '../../../shared/pdf/document-objects.ts'
import { UnusualPdf } from '../../../shared/pdf/unusual-pdf.ts'
import { readWithCertainty } from '../../../shared/pdf/verification/certain-structure.ts'
import type { ChangeKind } from '../../../shared/pdf/verification/change-kinds.ts'
import { laterRevisions } from '../../../shared/pdf/verification/later-revisions.ts'
import { lookAtSignature } from '../../../shared/pdf/verification/look-at-signature.ts'
import { faulty, type LookedAt, textIn } from '../../../shared/pdf/verification/looked-at.ts'
import { parsePdfDate } from '../../../shared/pdf/verification/pdf-date.ts'
import { signatureValues } from '../../../shared/pdf/verification/signature-values.ts'
import type { SignatureValue } from '../../../shared/pdf/verification/signed-range.ts'
import { isTooEarly } from '../../../shared/pdf/verification/timestamp-token.ts'
import { type IntactnessFault, maxSignatures } from '../../../shared/pdf/verification/verification.ts'
import type { Check, SealFacts } from './report.ts'

/** A PDF with its signatures, in the order of signing. */
export interface SealedFile {
  readonly bytes: Uint8Array
  readonly source: ObjectSource
  readonly seals: readonly LookedAt[]
  /** Document timestamps, in their order. */
  readonly timestamps: readonly LookedAt[]
  /** What the updates after a seal change. */
  readonly changesAfter: (seal: LookedAt) => ChangeKind
}

const meanings: Readonly<Record<IntactnessFault, string>> = {
  byte_range: 'the signature does not cover the file from its start with only the signature itself left out',
  unreadable: 'the signature cannot be read',
  unsupported: 'the kind or the algorithm of the signature is not known',
  weak_algorithm: 'the algorithm or the key is too weak: another file could have the same signature',
  certificate_missing: 'the signature does not contain the certificate of its key',
  signed_attributes: 'the signature is for other content or another certificate',
  digest: 'the sealed bytes were changed',
  signature: 'the signature was not made with the key of the certificate',
}

/**
 * Null for what is not of the structure that the service writes. It is not mended: a file that readers could take in more
 * than one way is no proof, and what mends files takes any amount of memory for some.
 */
export function readSealedFile(bytes: Uint8Array): SealedFile | null {
  try {
    const source = new DocumentObjects(bytes)
    const found = signatureValues(source, maxSignatures).map((value) => {
      return { value, looked: lookedAt(bytes, value), isInDocument: true }
    })
    const inOrder = found.map(({ looked }) => looked).sort((a, b) => endOf(a) - endOf(b))
    const seals = inOrder.filter(({ kind }) => kind === 'signature')
    const timestamps = inOrder.filter(({ kind }) => kind === 'document_timestamp')
    const laterThan = laterRevisions(bytes, readWithCertainty(bytes).isCertain, found)
    const changesAfter = (seal: LookedAt) => {
      const of = found.find(({ looked }) => looked === seal)
      return of ? laterThan(of).changesAfter : 'other'
    }
    return { bytes, source, seals, timestamps, changesAfter }
  } catch (error) {
    if (error instanceof UnusualPdf) return null
    throw error
  }
}

function endOf({ range }: Pick<LookedAt, 'range'>): number {
  return range?.end ?? 0
}

/** The libraries throw for what they cannot read. */
function lookedAt(bytes: Uint8Array, value: SignatureValue): LookedAt {
  try {
    return lookAtSignature(bytes, value, [])
  } catch {
    return faulty(value, null, 'unreadable')
  }
}

/**
 * What a seal proves of the file that has it. `file` names it in the sentences. `changesAfter` is told where more may follow
 * the seal: data for its validation and timestamps, and nothing else.
 */
export function sealChecks(
  file: string,
  { length }: Uint8Array,
  seal: LookedAt | null,
  changesAfter: ChangeKind = 'none',
): Check[] {
  const end = seal?.range?.end ?? 0
  const faults = seal ? Array.from(seal.faults, (fault) => meanings[fault]) : ['the file has no seal']
  const stamps = seal?.timestamps ?? []
  return [
    { says: `The seal of ${file} is intact: no byte under it was changed`, flaws: faults },
    changesAfter === 'validation_data'
      ? { says: `Only validation data and timestamps follow the seal of ${file}`, flaws: [] }
      : {
          says: `The seal covers the whole of ${file}: nothing was appended`,
          flaws: end === length ? [] : [`${length - end} of ${length} bytes are not covered by the seal`],
        },
    ...stamps.map((stamp) => ({
      says: `The timestamp of ${stamp.authority ?? 'an authority'} belongs to this seal`,
      flaws: Array.from(stamp.faults, (fault) => meanings[fault]),
    })),
  ]
}

/** What the last seal of a file proves; a document may have been signed by others before. `evidenceSeal`: of the evidence about it. */
export function checksOfSealed(name: string, file: SealedFile, evidenceSeal: SealFacts | null): Check[] {
  const seal = file.seals.at(-1) ?? null
  const fingerprint = seal && sealFacts(seal)?.fingerprint
  const isSame = !evidenceSeal || fingerprint === evidenceSeal.fingerprint
  return [
    ...sealChecks(name, file.bytes, seal, seal ? file.changesAfter(seal) : 'other'),
    ...(seal ? timestampChecks(name, file, seal) : []),
    {
      says: `${name} was sealed with the same certificate as the evidence`,
      flaws: isSame ? [] : [`the SHA-256 of its certificate is ${fingerprint ?? 'unknown'}`],
    },
  ]
}

/** The timestamps that were appended after the seal: anybody can append one, by an authority of their own. */
function timestampChecks(name: string, { timestamps }: SealedFile, seal: LookedAt): Check[] {
  const stamp = seal.timestamps.find(({ faults }) => faults.size === 0)
  const sealedAtMs = stamp?.atMs ?? parsePdfDate(textIn(seal, 'M') ?? '')
  const later = timestamps.filter(({ range }) => range === null || endOf({ range }) > endOf(seal))
  return later.map(({ faults, timestamps: [own] }) => {
    const time = timeText(own?.atMs ?? null) ?? 'no time'
    const flaws = Array.from(faults, (fault) => meanings[fault])
    if (isTooEarly(own?.atMs ?? null, sealedAtMs))
      flaws.push('it is older than the seal, so that it proves nothing of it')
    return {
      says: `The timestamp that ${own?.authority ?? 'an authority'} added to ${name} (${time}) is intact and not older than the seal`,
      flaws,
    }
  })
}

export function sealFacts(seal: LookedAt): SealFacts | null {
  if (!seal.certificate) return null
  const { x509 } = seal.certificate
  const stamps = seal.timestamps.filter(({ faults }) => faults.size === 0)
  return {
    subject: x509.subject.replaceAll('\n', ', '),
    issuer: x509.issuer.replaceAll('\n', ', '),
    fingerprint: x509.fingerprint256,
    validFrom: timeText(Date.parse(x509.validFrom)) ?? x509.validFrom,
    validUntil: timeText(Date.parse(x509.validTo)) ?? x509.validTo,
    signedAt: timeText(parsePdfDate(textIn(seal, 'M') ?? '')),
    timestamps: stamps.map(
      ({ atMs, authority }) => `${timeText(atMs) ?? 'no time'} by ${authority ?? 'an unnamed authority'}`,
    ),
  }
}

function timeText(timeMs: number | null): string | null {
  return timeMs === null || Number.isNaN(timeMs) ? null : new Date(timeMs).toISOString()
}
