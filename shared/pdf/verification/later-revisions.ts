import type { PdfRef } from '@libpdf/core'
import { DocumentObjects } from '../document-objects.ts'
import { isPadding } from '../pdf-inspection.ts'
import { UnusualPdf } from '../unusual-pdf.ts'
import { isEndedWell } from './certain-structure.ts'
import { type ChangeKind, isWithin } from './change-kinds.ts'
import { changesBetween } from './document-changes.ts'
import type { LookedAt } from './looked-at.ts'
import type { ComparisonBudget } from './object-comparison.ts'
import { fieldLock, permittedChanges } from './permitted-changes.ts'
import { signatureValues } from './signature-values.ts'
import { byteRangeOf, type SignatureValue, type SignedRange } from './signed-range.ts'
import { type DocumentFault, maxSignatures } from './verification.ts'

/** A signature as it was found in the document. */
export interface FoundSignature {
  readonly value: SignatureValue
  readonly looked: LookedAt
  /** Whether the structure of the document leads to it. */
  readonly isInDocument: boolean
}

/** What became of a document after one of its signatures. */
export interface LaterRevisions {
  readonly changesAfter: ChangeKind
  readonly documentFaults: readonly DocumentFault[]
}

/** For all signatures of a document together: each object takes a few microseconds and some hundred bytes. */
const mostCompared = 400_000

/** What came after each signature. `isCertain`: every reader reads the document as it is read here. */
export function laterRevisions(
  bytes: Uint8Array,
  isCertain: boolean,
  signatures: readonly FoundSignature[],
): (signature: FoundSignature) => LaterRevisions {
  const budget: ComparisonBudget = { left: mostCompared }
  return ({ looked: { range }, isInDocument }) => {
    const isLast = range !== null && isAllPadding(bytes.subarray(range.end))
    const before = range && isCertain ? readRevision(bytes.subarray(0, range.end)) : null
    const changesAfter = isLast ? 'none' : range ? changesSince(range, before) : 'other'
    const permitted = range && permittedChanges(range.dictionary, (ref) => objectIn(before, ref))
    const documentFaults: DocumentFault[] = isInDocument ? [] : ['not_in_document']
    if (permitted && !isWithin(changesAfter, permitted)) documentFaults.push('forbidden_change')
    return { changesAfter, documentFaults }
  }

  function changesSince(range: SignedRange, before: DocumentObjects | null): ChangeKind {
    if (!before || !leadsTo(before, range)) return 'other'
    const after = new DocumentObjects(bytes)
    const locks = fieldLock(range.dictionary, (ref) => objectIn(before, ref))
    return changesBetween({ before, after, intact: intactAfter(range, signatures), locks, budget })
  }
}

function intactAfter({ end }: SignedRange, signatures: readonly FoundSignature[]): Set<number> {
  const later = signatures.filter(({ looked: { faults, range } }) => faults.size === 0 && range && range.end > end)
  return new Set(later.flatMap(({ value: { ref } }) => (ref ? ref.objectNumber : [])))
}

function objectIn(source: DocumentObjects | null, ref: PdfRef) {
  try {
    return source?.getObject(ref) ?? null
  } catch (error) {
    if (error instanceof UnusualPdf) return null
    throw error
  }
}

function readRevision(bytes: Uint8Array): DocumentObjects | null {
  try {
    return isEndedWell(bytes) ? new DocumentObjects(bytes) : null
  } catch (error) {
    if (error instanceof UnusualPdf || error instanceof RangeError) return null
    throw error
  }
}

/** Whether a revision holds the very signature: one that came into a file by other means says nothing of revisions. */
function leadsTo(revision: DocumentObjects, { gap, end }: SignedRange): boolean {
  const range = [0, gap.start, gap.end, end - gap.end].join()
  try {
    const values = signatureValues(revision, maxSignatures)
    return values.some(({ dictionary }) => byteRangeOf(dictionary.get('ByteRange'))?.join() === range)
  } catch (error) {
    if (error instanceof UnusualPdf || error instanceof RangeError) return false
    throw error
  }
}

function isAllPadding(bytes: Uint8Array): boolean {
  return bytes.every(isPadding)
}
