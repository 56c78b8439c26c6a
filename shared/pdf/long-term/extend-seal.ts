import { DocumentObjects } from '../document-objects.ts'
import { updateDocument } from '../document-update.ts'
import { readCertificates } from '../verification/certificate.ts'
import { lookAtSignature } from '../verification/look-at-signature.ts'
import type { LookedAt } from '../verification/looked-at.ts'
import { signatureValues } from '../verification/signature-values.ts'
import type { Timestamp } from '../verification/timestamp-token.ts'
import { maxSignatures, type PadesLevel } from '../verification/verification.ts'
import { verifyDocument } from '../verification/verify-document.ts'
import { collectValidationData, type Subject } from './collect-validation-data.ts'
import { addDocumentTimestamp } from './document-timestamp.ts'
import type { FetchBytes } from './fetch-bytes.ts'
import { NoRevocationSource } from './no-revocation-source.ts'
import { addValidationData } from './security-store.ts'

export interface LongTermDependencies {
  readonly nowMs: number
  readonly timestampAuthority: { readonly url: string }
  /** Certificates in DER at which a path may end, beside those that issued themselves. */
  readonly anchors: readonly Uint8Array[]
  readonly fetchBytes: FetchBytes
}

export interface ExtendedSeal {
  /** Start with those that were given, and are these where nothing could be added. */
  readonly bytes: Uint8Array
  readonly level: PadesLevel
  /** When the certificate of the newest document timestamp ends, in milliseconds; null where there is no such timestamp. */
  readonly provableUntilMs: number | null
  /** Why it did not come to `B-LTA`, or not to one more document timestamp: worth another try. Null: nothing more to do. */
  readonly fault: unknown
}

/** Clocks of authorities and of this service differ; an answer this old is taken for one of now. */
const toleranceMs = 10 * 60_000

/**
 * Appends to a document that was sealed here what a verifier will need when nobody can be asked any more, and a timestamp
 * over all of it (ETSI EN 319 142-1 §6: B-LT and B-LTA). A document that has both gets them anew, for its newest
 * timestamp: called again before that timestamp's certificate ends, the seal stays provable. A seal whose chains name
 * nobody to ask stays as it is, without a fault.
 */
export async function extendSeal(sealed: Uint8Array, dependencies: LongTermDependencies): Promise<ExtendedSeal> {
  const before = await stateOf(sealed, dependencies)
  const unchanged = { bytes: sealed, level: before.level, provableUntilMs: before.provableUntilMs }
  let extended = sealed
  try {
    extended = await withValidationData(sealed, subjectsOf(before, dependencies.nowMs), dependencies)
    const { timestampAuthority, nowMs } = dependencies
    const bytes = await addDocumentTimestamp(extended, { ...timestampAuthority, nowMs })
    return { bytes, ...(await verified(bytes, 'B-LTA', dependencies)), fault: null }
  } catch (fault) {
    if (before.level === 'B-LTA') return { ...unchanged, fault }
    if (fault instanceof NoRevocationSource) return { ...unchanged, fault: null }
    if (extended === sealed) return { ...unchanged, fault }
    return { bytes: extended, ...(await verified(extended, 'B-LT', dependencies)), fault }
  }
}

interface SealState {
  readonly level: PadesLevel
  readonly seal: LookedAt
  /** Over the whole document, or else over the seal. */
  readonly newest: Timestamp | null
  readonly provableUntilMs: number | null
}

/** Throws where the document has no seal, or anything in it is not intact. */
async function stateOf(bytes: Uint8Array, { nowMs, anchors }: LongTermDependencies): Promise<SealState> {
  const trust = { nowMs, anchors, sealKeys: [], testSealKeys: [] }
  const verification = await verifyDocument(bytes, trust)
  if (!verification.valid) throw new Error(`The sealed document cannot be read: ${verification.reason}`)
  const { signatures } = verification
  const { level, changesAfter } = signatures.findLast(({ kind }) => kind === 'signature') ?? {}
  if (!level || !signatures.every(({ intact }) => intact)) throw new Error('The seal is not intact')
  if (changesAfter !== 'none' && changesAfter !== 'validation_data')
    throw new Error('The document was changed after its seal')
  const looked = signatureValues(new DocumentObjects(bytes), maxSignatures)
    .map((value) => lookAtSignature(bytes, value, []))
    .sort((a, b) => (a.range?.end ?? 0) - (b.range?.end ?? 0))
  // People may have signed before, at a vendor that keeps their keys.
  const seal = looked.findLast(({ kind }) => kind === 'signature')
  if (!seal) throw new Error('The document has no seal')
  const ofDocument = looked.findLast(({ kind }) => kind === 'document_timestamp')?.timestamps[0]
  return {
    level,
    seal,
    newest: ofDocument ?? seal.timestamps[0] ?? null,
    provableUntilMs: ofDocument?.certificate?.content.notAfter.value.getTime() ?? null,
  }
}

/** The certificates that are to be proved at a level: all of them, none that is not proved already, or the newest. */
function subjectsOf({ level, seal, newest }: SealState, nowMs: number): Subject[] {
  if (level === 'B-LT') return []
  if (!newest?.certificate || newest.atMs === null || !seal.certificate)
    throw new NoRevocationSource('without a timestamp nothing is provable for long')
  const atMs = Math.max(newest.atMs, nowMs - toleranceMs)
  const ofTimestamp = { certificate: newest.certificate, pool: newest.pool, atMs }
  return level === 'B-LTA' ? [ofTimestamp] : [{ certificate: seal.certificate, pool: seal.pool, atMs }, ofTimestamp]
}

async function withValidationData(
  sealed: Uint8Array,
  subjects: readonly Subject[],
  { anchors, fetchBytes, nowMs }: LongTermDependencies,
): Promise<Uint8Array> {
  if (subjects.length === 0) return sealed
  const data = await collectValidationData(subjects, { anchors: readCertificates(anchors), fetchBytes, nowMs })
  const { bytes } = await updateDocument(sealed, async (update) => addValidationData(update, data))
  return bytes
}

/** What was appended is verified before it is released, as a verifier will. */
async function verified(bytes: Uint8Array, level: PadesLevel, dependencies: LongTermDependencies) {
  const after = await stateOf(bytes, dependencies)
  if (after.level !== level) throw new Error(`The document was to be ${level}, and is ${after.level}`)
  return { level, provableUntilMs: after.provableUntilMs }
}
