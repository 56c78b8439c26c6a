import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { findActiveContent } from './active-content/find-active-content.ts'
import type { ActiveContentKind, Normalization } from './active-content/kinds.ts'
import type { ObjectSource } from './document-objects.ts'
import { fixedPicture } from './fixed-picture.ts'
import { documentDifference } from './page-drawings/document-difference.ts'
import { TooComplex } from './page-drawings/page-drawing.ts'
import { type Page, readPageTree } from './page-tree.ts'
import { faultOfEnds, invalidPdf, type PdfInspection } from './pdf-inspection.ts'
import { OversizedPdf } from './unusual-pdf.ts'
import { holdsSignature } from './verification/holds-signature.ts'
import { writeDocument } from './written-document.ts'

/** Acrobat's limit, ISO 32000-1 annex C. */
const maxObjectNumber = 8_388_607
const maxObjects = 500_000
const drawingLimits = { maxPages: 5_000, maxOperators: 2_000_000 }

/**
 * Reads a document from an untrusted sender. It may take any amount of time and memory, or end the process: only
 * inspect-process.ts calls it, in a process of its own. See inspect-pdf.ts for what others call.
 *
 * A file that readers could read differently is written anew from one reading, and so is one that is not one fixed
 * picture: people see and sign the new file. Where pdf.js draws the two differently before anything is flattened, readers
 * disagree about the upload, and it is refused.
 */
export async function inspectDocument(bytes: Uint8Array): Promise<PdfInspection> {
  const fault = faultOfEnds(bytes)
  if (fault) return invalidPdf(fault)
  try {
    return await inspectParsed(bytes, await PDF.load(bytes))
  } catch (error) {
    if (error instanceof TooComplex || error instanceof OversizedPdf) return invalidPdf('too_complex')
    return invalidPdf(mentionsEncryption(bytes) ? 'encrypted' : 'damaged')
  }
}

async function inspectParsed(bytes: Uint8Array, pdf: PDF): Promise<PdfInspection> {
  const repaired = pdf.recoveredViaBruteForce
  if (pdf.isEncrypted || (repaired && mentionsEncryption(bytes))) return invalidPdf('encrypted')
  const pages = readPageTree(pdf)
  if (typeof pages === 'string') return invalidPdf(pages)
  if (pages.length !== pdf.getPageCount()) return invalidPdf('damaged')
  if (!pages.every((page) => hasItsContents(pdf, page))) return invalidPdf('damaged')
  if (repaired && !isWhole(pdf)) return invalidPdf('damaged')
  const faults = pdf.canSaveIncrementally() === null ? 0 : 1
  const rewritten = faults > 0 ? writeDocument(pdf) : null
  if (rewritten && (await documentDifference(bytes, rewritten, drawingLimits))) return invalidPdf('ambiguous')
  const signed = holdsSignature(bytes, pdf)
  const activeContent = findActiveContent(pdf, { bytes, signed })
  if (pdf.context.registry.nextObjectNumber > maxObjectNumber) return invalidPdf('too_complex')
  const { shown, normalizations } = signed
    ? asItCame
    : shownFile(pdf, { rewritten, activeContent, structure: faults > 0 ? [{ kind: 'structure', count: faults }] : [] })
  return {
    valid: true,
    pageCount: pages.length,
    pages: pages.map((page) => page.geometry),
    signed,
    activeContent,
    normalizations,
    shown,
  }
}

interface ShownFile {
  readonly shown: Uint8Array | null
  readonly normalizations: Normalization[]
}

const asItCame: ShownFile = { shown: null, normalizations: [] }

interface Findings {
  /** The document written anew, where its structure asked for that. */
  readonly rewritten: Uint8Array | null
  readonly structure: Normalization[]
  readonly activeContent: readonly ActiveContentKind[]
}

/** The file to show, with what was done for it; none where active content stays. */
function shownFile(source: ObjectSource, { rewritten, structure, activeContent }: Findings): ShownFile {
  if (activeContent.length === 0) return { shown: rewritten, normalizations: rewritten ? structure : [] }
  const picture = fixedPicture(rewritten ?? writeDocument(source), activeContent)
  return picture ? { shown: picture.bytes, normalizations: [...structure, ...picture.normalizations] } : asItCame
}

/** A rebuilt table has lost the trailer, and with it the word that the file is encrypted. */
function mentionsEncryption(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/Encrypt')
}

function hasItsContents(source: ObjectSource, page: Page): boolean {
  if (!page.dict.has('Contents')) return true
  const contents = page.dict.get('Contents', (ref) => source.getObject(ref))
  if (contents instanceof PdfArray)
    return contents.toArray().every((part) => resolved(source, part) instanceof PdfStream)
  return contents instanceof PdfStream
}

/** Whether every object that the document refers to is there. */
function isWhole(source: ObjectSource): boolean {
  const pending: PdfObject[] = [source.getCatalog()]
  const visited = new Set<number>()
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next instanceof PdfRef) {
      if (visited.has(next.objectNumber)) continue
      visited.add(next.objectNumber)
      const object = source.getObject(next)
      if (!object || visited.size > maxObjects) return false
      pending.push(object)
    } else if (next instanceof PdfDict) {
      for (const [, value] of next) pending.push(value)
    } else if (next instanceof PdfArray) {
      for (const value of next) pending.push(value)
    }
  }
  return true
}

function resolved(source: ObjectSource, object: PdfObject): PdfObject | null {
  return object instanceof PdfRef ? source.getObject(object) : object
}
