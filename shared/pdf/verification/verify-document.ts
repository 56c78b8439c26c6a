import { PDF } from '@libpdf/core'
import { DocumentObjects, type ObjectSource } from '../document-objects.ts'
import { faultOfEnds } from '../pdf-inspection.ts'
import { UnusualPdf } from '../unusual-pdf.ts'
import { type JudgedDocument, judgeSignature } from './judge-signature.ts'
import { lookAtSignature } from './look-at-signature.ts'
import { faulty, type LookedAt } from './looked-at.ts'
import { signatureValues } from './signature-values.ts'
import type { SignatureValue } from './signed-range.ts'
import { believed } from './trust-judgement.ts'
import { type ValidationData, validationData } from './validation-data.ts'
import { maxSignatures, type SignatureVerification, type Trust, type Verification } from './verification.ts'

/** What the structure of a document tells about its signatures. */
interface Structure {
  readonly values: readonly SignatureValue[]
  readonly data: ValidationData | null
}

/**
 * Verifies every signature of a document from an untrusted sender. It may take any amount of time and memory, or end the
 * process: only inspect-process.ts calls it, in a process of its own. See verify-pdf.ts for what others call.
 */
export async function verifyDocument(bytes: Uint8Array, trust: Trust): Promise<Verification> {
  const fault = faultOfEnds(bytes)
  if (fault) return { valid: false, reason: fault }
  const structure = await structureOf(bytes)
  if (!structure) return { valid: false, reason: 'damaged' }
  const { values, data } = structure
  if (values.length > maxSignatures) return { valid: false, reason: 'too_complex' }
  const signatures = values.map((value) => lookedAt(bytes, value, data)).sort(inOrder)
  const dataWithin = onceForEach((end) => dataOf(bytes.subarray(0, end)))
  const document = { size: bytes.length, signatures, data, dataWithin, believed: believed(trust) }
  return { valid: true, signatures: signatures.map((looked) => judged(looked, document)) }
}

/** The libraries throw for what they cannot read. One such signature does not take the others with it. */
function lookedAt(bytes: Uint8Array, value: SignatureValue, data: ValidationData | null): LookedAt {
  try {
    return lookAtSignature(bytes, value, data?.certificates ?? [])
  } catch {
    return faulty(value, null, 'unreadable')
  }
}

function judged(looked: LookedAt, document: JudgedDocument): SignatureVerification {
  try {
    return judgeSignature(looked, document)
  } catch {
    return judgeSignature(faulty(looked, looked.range, 'unreadable'), document)
  }
}

/** A file that is not quite as it should be is taken by the library, which mends what can be mended. */
async function structureOf(bytes: Uint8Array): Promise<Structure | null> {
  const structure = strictly(() => readStructure(new DocumentObjects(bytes)))
  if (structure) return structure
  try {
    const pdf = await PDF.load(bytes)
    if (pdf.isEncrypted) return null
    return readStructure({ getCatalog: () => pdf.getCatalog(), getObject: (ref) => pdf.getObject(ref) })
  } catch {
    return null
  }
}

function readStructure(source: ObjectSource): Structure {
  return { values: signatureValues(source, maxSignatures), data: validationData(source) }
}

/** What a state of the file before later saves held. */
function dataOf(bytes: Uint8Array): ValidationData | null {
  return strictly(() => validationData(new DocumentObjects(bytes)))
}

function onceForEach<Result>(read: (end: number) => Result): (end: number) => Result {
  const known = new Map<number, { result: Result }>()
  return (end) => {
    const kept = known.get(end) ?? { result: read(end) }
    known.set(end, kept)
    return kept.result
  }
}

/** Null where a file is unusual, or where its objects lie so deep in each other that the stack is at its end. */
function strictly<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnusualPdf || error instanceof RangeError) return null
    throw error
  }
}

/** In the order of signing; those of which nothing is signed come last. */
function inOrder(a: LookedAt, b: LookedAt): number {
  return (a.range?.end ?? Number.POSITIVE_INFINITY) - (b.range?.end ?? Number.POSITIVE_INFINITY) || 0
}
