import { timestamp as timestampText } from '../../platform/clock.ts'
import { commonNameOf } from './certificate.ts'
import { type LookedAt, textIn } from './looked-at.ts'
import { padesLevel } from './pades-level.ts'
import { parsePdfDate } from './pdf-date.ts'
import { isTooEarly, type Timestamp } from './timestamp-token.ts'
import { type Believed, sealKeyOf, trustFaultsOf, type Use } from './trust-judgement.ts'
import type { ValidationData } from './validation-data.ts'
import type { SignatureVerification, TimestampVerification, TrustFault } from './verification.ts'

/** The document around its signatures. */
export interface JudgedDocument {
  readonly size: number
  readonly signatures: readonly LookedAt[]
  readonly data: ValidationData | null
  readonly dataWithin: (end: number) => ValidationData | null
  readonly believed: Believed
}

/** What is judged of a signature by itself, without what came after it. */
export type JudgedSignature = Omit<SignatureVerification, 'changesAfter'>

/** What a signature, or a timestamp of the document, is to whoever asks. */
export function judgeSignature(looked: LookedAt, document: JudgedDocument): JudgedSignature {
  return looked.kind === 'signature' ? ofSignature(looked, document) : ofDocumentTimestamp(looked, document)
}

function ofSignature(looked: LookedAt, document: JudgedDocument): JudgedSignature {
  const own = looked.timestamps.map((each) => judgeTimestamp(each, looked, document))
  const later = countedAfter(looked, own, document)
  const judged = [...own, ...later.flatMap((each) => each.judged)]
  const best = bestOf(judged)
  const provedAtMs = best?.isTrusted ? best.timestamp.atMs : null
  const claimedAtMs = claimedTime(looked)
  const intactTimestamps = judged.filter(({ isIntact }) => isIntact).map(({ timestamp }) => timestamp)
  return {
    kind: looked.kind,
    signerName: (looked.certificate && commonNameOf(looked.certificate)) ?? textIn(looked, 'Name'),
    signedAt: toldTime(provedAtMs ?? claimedAtMs),
    level: padesLevel(looked, { ...document, timestamps: intactTimestamps, later: later.map((each) => each.looked) }),
    timestamp: best ? toldTimestamp(best) : null,
    reason: looked.range && textIn(looked, 'Reason'),
    ...outcome(looked, document, distrustOf(looked, document, { purpose: 'signing', provedAtMs, claimedAtMs })),
  }
}

/** Its signer is the authority, and its time is what it says. */
function ofDocumentTimestamp(looked: LookedAt, document: JudgedDocument): JudgedSignature {
  const [timestamp] = looked.timestamps
  const judged = timestamp ? judgeTimestamp(timestamp, looked, document) : null
  return {
    kind: looked.kind,
    signerName: timestamp?.authority ?? null,
    signedAt: toldTime(timestamp?.atMs ?? null),
    level: null,
    timestamp: judged && toldTimestamp(judged),
    reason: null,
    ...outcome(looked, document, judged?.distrust ?? []),
  }
}

function outcome(
  { faults, certificate, range }: LookedAt,
  { size, believed }: JudgedDocument,
  distrust: readonly TrustFault[],
) {
  const intact = faults.size === 0
  return {
    intact,
    coversWholeDocument: range?.end === size,
    sealKey: intact && certificate ? sealKeyOf(certificate, believed) : null,
    trusted: intact && certificate !== null && distrust.length === 0,
    faults: [...faults, ...distrust],
  }
}

/** Why an intact signature is not believed; nothing is judged of one that is not intact. */
function distrustOf(
  { faults, certificate, pool, revocations }: Pick<LookedAt, 'faults' | 'certificate' | 'pool' | 'revocations'>,
  { data, believed }: JudgedDocument,
  use: Pick<Use, 'purpose' | 'provedAtMs' | 'claimedAtMs'>,
): TrustFault[] {
  if (faults.size > 0 || !certificate) return []
  return trustFaultsOf(certificate, believed, {
    ...use,
    pool: [...pool, ...(data?.certificates ?? [])],
    revocations: {
      lists: [...revocations.lists, ...(data?.revocations.lists ?? [])],
      answers: [...revocations.answers, ...(data?.revocations.answers ?? [])],
    },
  })
}

interface JudgedTimestamp {
  readonly timestamp: Timestamp
  readonly isIntact: boolean
  readonly isTrusted: boolean
  readonly distrust: readonly TrustFault[]
}

/** An authority is believed for the time that it tells, so that its certificate has to be valid then. */
function judgeTimestamp(timestamp: Timestamp, looked: LookedAt, document: JudgedDocument): JudgedTimestamp {
  const { faults, certificate, atMs } = timestamp
  const material = { ...timestamp, pool: [...timestamp.pool, ...looked.pool], revocations: looked.revocations }
  const use = { purpose: 'timestamping' as const, provedAtMs: atMs, claimedAtMs: null }
  const distrust = distrustOf(material, document, use)
  const isIntact = faults.size === 0 && certificate !== null && atMs !== null
  return { timestamp, isIntact, isTrusted: isIntact && distrust.length === 0, distrust }
}

interface LaterTimestamp {
  readonly looked: LookedAt
  readonly judged: readonly JudgedTimestamp[]
}

/**
 * Timestamps of the document that are over the signature, too, and count for it. Anybody can append one by an authority of their own:
 * one that is not trusted counts only for a signature that has a timestamp of its own, which nobody else can add, and not from before.
 */
function countedAfter(looked: LookedAt, own: readonly JudgedTimestamp[], document: JudgedDocument): LaterTimestamp[] {
  const stamp = own.find(({ isIntact }) => isIntact)?.timestamp
  const counts = ({ isTrusted, timestamp: { atMs } }: JudgedTimestamp) =>
    isTrusted || (stamp !== undefined && !isTooEarly(atMs, stamp.atMs))
  return timestampsAfter(looked, document)
    .map((each) => ({ looked: each, judged: each.timestamps.map((one) => judgeTimestamp(one, looked, document)) }))
    .filter(({ judged }) => judged.every(counts))
}

/** Timestamps of the document that are over the signature, too. */
function timestampsAfter({ range }: LookedAt, { signatures }: JudgedDocument): LookedAt[] {
  if (!range) return []
  return signatures.filter(
    (each) =>
      each.kind === 'document_timestamp' && each.faults.size === 0 && each.range && each.range.gap.start > range.end,
  )
}

/** The earliest that is trusted, or else that is intact, or else any. */
function bestOf(judged: readonly JudgedTimestamp[]): JudgedTimestamp | null {
  const rank = ({ isIntact, isTrusted }: JudgedTimestamp) => (isTrusted ? 0 : isIntact ? 1 : 2)
  const timeOf = ({ timestamp: { atMs } }: JudgedTimestamp) => atMs ?? Number.POSITIVE_INFINITY
  return judged.toSorted((a, b) => rank(a) - rank(b) || timeOf(a) - timeOf(b))[0] ?? null
}

function toldTimestamp({ timestamp, isIntact, isTrusted }: JudgedTimestamp): TimestampVerification {
  return { at: toldTime(timestamp.atMs), authority: timestamp.authority, intact: isIntact, trusted: isTrusted }
}

/** What the signer says: in the dictionary or, where it is silent, in the signature. */
function claimedTime(looked: LookedAt): number | null {
  return parsePdfDate(textIn(looked, 'M') ?? '') ?? looked.signingTimeMs
}

/** Years of more than four digits are no times that can be told. */
function toldTime(timeMs: number | null): string | null {
  const isTellable = timeMs !== null && Math.abs(timeMs) < 8.64e15 && /^\d{4}-/.test(timestampText(timeMs))
  return isTellable ? timestampText(timeMs) : null
}
