import { PDF, type PdfRef } from '@libpdf/core'
import { DocumentObjects, type ObjectSource } from '../document-objects.ts'
import { type PageTreeFault, readPageTree } from '../page-tree.ts'
import { faultOfEnds, type PdfFault } from '../pdf-inspection.ts'
import { OversizedPdf, UnusualPdf } from '../unusual-pdf.ts'
import { readWithCertainty } from './certain-structure.ts'
import { type JudgedDocument, type JudgedSignature, judgeSignature } from './judge-signature.ts'
import { type FoundSignature, type LaterRevisions, laterRevisions } from './later-revisions.ts'
import { lookAtSignature } from './look-at-signature.ts'
import { faulty, type LookedAt } from './looked-at.ts'
import { type RawSignature, rawSignatures } from './raw-signatures.ts'
import { signatureValues } from './signature-values.ts'
import { byteRangeOf, type SignatureValue, signedRange } from './signed-range.ts'
import { signingCertificateFault } from './signing-certificate-fault.ts'
import { believed } from './trust-judgement.ts'
import { type ValidationData, validationData } from './validation-data.ts'
import {
  maxSignatures,
  type PersonSignature,
  type PersonVerification,
  type SignatureVerification,
  type Trust,
  type Verification,
} from './verification.ts'

/** What the structure of a document tells about its signatures. */
interface Structure {
  readonly values: readonly SignatureValue[]
  readonly data: ValidationData | null
  /** Whether every reader reads the file so. */
  readonly isCertain: boolean
  /** Of a document in which it finds no signature. */
  readonly pageFault: PageTreeFault | null
}

const noStructure = { values: [], data: null, isCertain: false }

/**
 * Verifies every signature of a document from an untrusted sender. It may take any amount of time and memory, or end the
 * process: only inspect-process.ts calls it, in a process of its own. See verify-pdf.ts for what others call.
 *
 * A file whose structure cannot be read for certain is never said to have no signature.
 */
export async function verifyDocument(bytes: Uint8Array, trust: Trust): Promise<Verification> {
  const found = await verifyPersons(bytes, trust)
  if (!found.valid) return found
  return { ...found, signatures: found.signatures.map(({ certificate: _, ...signature }) => signature) }
}

/** The same, with what the certificates say of the signers. */
export async function verifyPersons(bytes: Uint8Array, trust: Trust): Promise<PersonVerification> {
  const fault = faultOfEnds(bytes)
  if (fault) return { valid: false, reason: fault }
  const structure = await structureOf(bytes)
  if (typeof structure === 'string') return { valid: false, reason: structure }
  const raw = rawSignatures(bytes, maxSignatures)
  const { values, data, isCertain } = structure ?? noStructure
  const inBytesAlone = (raw ?? [])
    .filter((each) => !values.some((value) => isSameSignature(bytes, each, value)))
    .map(({ value }) => value)
  if (!raw || values.length + inBytesAlone.length > maxSignatures) return { valid: false, reason: 'too_complex' }
  const found = [
    ...values.map((value) => ({ value, looked: lookedAt(bytes, value, data), isInDocument: true })),
    ...inBytesAlone.map((value) => ({ value, looked: lookedAt(bytes, value, data), isInDocument: false })),
  ].sort(inOrder)
  const unsigned = found.length === 0 ? faultOfUnsigned(structure) : null
  if (unsigned) return { valid: false, reason: unsigned }
  const dataWithin = onceForEach((end) => dataOf(bytes.subarray(0, end)))
  const signatures = found.map(({ looked }) => looked)
  const document = { size: bytes.length, signatures, data, dataWithin, believed: believed(trust) }
  const laterThan = laterRevisions(bytes, isCertain, found)
  return {
    valid: true,
    signatures: found.map((each) => {
      const signature = withWhatCameAfter(judged(each.looked, document), laterThan(each))
      return { ...signature, certificate: certificateOf(each.looked, signature, trust.nowMs) }
    }),
    faults: isCertain ? [] : ['uncertain_structure'],
  }
}

/** Why a file in which no signature was found cannot be said to have none. */
function faultOfUnsigned(structure: Structure | null): PdfFault | null {
  if (!structure) return 'damaged'
  return structure.pageFault ?? (structure.isCertain ? null : 'ambiguous')
}

/** Whether a signature in the bytes is one that the structure leads to, be it told anew by an update. */
function isSameSignature(bytes: Uint8Array, raw: RawSignature, value: SignatureValue): boolean {
  if (raw.byteRange.join() === byteRangeOf(value.dictionary.get('ByteRange'))?.join()) return true
  const { ref } = raw.value
  return ref !== null && ref.objectNumber === value.ref?.objectNumber && signedRange(bytes, value) === null
}

/** The libraries throw for what they cannot read. One such signature does not take the others with it. */
function lookedAt(bytes: Uint8Array, value: SignatureValue, data: ValidationData | null): LookedAt {
  try {
    return lookAtSignature(bytes, value, data?.certificates ?? [])
  } catch {
    return faulty(value, null, 'unreadable')
  }
}

function judged(looked: LookedAt, document: JudgedDocument): JudgedSignature {
  try {
    return judgeSignature(looked, document)
  } catch {
    return judgeSignature(faulty(looked, looked.range, 'unreadable'), document)
  }
}

function withWhatCameAfter(
  judged: JudgedSignature,
  { changesAfter, documentFaults }: LaterRevisions,
): SignatureVerification {
  const trusted = judged.trusted && documentFaults.length === 0
  return { ...judged, trusted, changesAfter, faults: [...judged.faults, ...documentFaults] }
}

function certificateOf(
  { certificate }: LookedAt,
  { timestamp }: SignatureVerification,
  nowMs: number,
): PersonSignature['certificate'] {
  if (!certificate) return null
  const stampedAtMs = timestamp?.intact && timestamp.at ? Date.parse(timestamp.at) : nowMs
  const { subject, fingerprint256: fingerprint } = certificate.x509
  return { subject, fingerprint, fault: signingCertificateFault(certificate, Math.min(stampedAtMs, nowMs)) }
}

/** A file that is not quite as it should be is taken by the library, which mends what can be mended. */
async function structureOf(bytes: Uint8Array): Promise<Structure | 'encrypted' | 'too_complex' | null> {
  try {
    const { objects, isCertain } = readWithCertainty(bytes)
    if (objects) return readStructure(objects, isCertain)
  } catch (error) {
    if (error instanceof OversizedPdf) return 'too_complex'
    if (!(error instanceof UnusualPdf || error instanceof RangeError)) throw error
  }
  try {
    const pdf = await PDF.load(bytes)
    if (pdf.isEncrypted) return 'encrypted'
    const source = { getCatalog: () => pdf.getCatalog(), getObject: (ref: PdfRef) => pdf.getObject(ref) }
    return readStructure(source, false)
  } catch {
    return mentionsEncryption(bytes) ? 'encrypted' : null
  }
}

/** The library may fail at an encrypted file before it knows that it is. */
function mentionsEncryption(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/Encrypt')
}

/** Nothing of the source is kept: all objects of a document take much memory. */
function readStructure(source: ObjectSource, isCertain: boolean): Structure {
  const values = signatureValues(source, maxSignatures)
  const pages = values.length === 0 ? readPageTree(source) : null
  const pageFault = typeof pages === 'string' ? pages : null
  return { values, data: validationData(source), isCertain, pageFault }
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
function inOrder(a: FoundSignature, b: FoundSignature): number {
  const endOf = ({ looked }: FoundSignature) => looked.range?.end ?? Number.POSITIVE_INFINITY
  return endOf(a) - endOf(b) || 0
}
