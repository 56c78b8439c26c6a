import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { type Page, readPageTree } from './page-tree.ts'
import { faultOfEnds, invalidPdf, type PdfInspection } from './pdf-inspection.ts'
import { holdsSignature } from './verification/holds-signature.ts'

/** Acrobat's limit, ISO 32000-1 annex C. */
const maxObjectNumber = 8_388_607
const maxObjects = 500_000

/**
 * Reads a document from an untrusted sender. It may take any amount of time and memory, or end the process: only
 * inspect-process.ts calls it, in a process of its own. See inspect-pdf.ts for what others call.
 *
 * A file that the library opens only by rebuilding its cross-reference table is accepted when nothing it refers to is
 * missing and when the rewritten file has the same pages: such files are common, and readers open them alike.
 */
export async function inspectDocument(bytes: Uint8Array): Promise<PdfInspection> {
  const fault = faultOfEnds(bytes)
  if (fault) return invalidPdf(fault)
  try {
    return await inspectParsed(bytes, await PDF.load(bytes))
  } catch {
    return invalidPdf(mentionsEncryption(bytes) ? 'encrypted' : 'damaged')
  }
}

async function inspectParsed(bytes: Uint8Array, pdf: PDF): Promise<PdfInspection> {
  const repaired = pdf.recoveredViaBruteForce
  if (pdf.isEncrypted || (repaired && mentionsEncryption(bytes))) return invalidPdf('encrypted')
  if (needsRendering(pdf)) return invalidPdf('damaged')
  const pages = readPageTree(pdf)
  if (typeof pages === 'string') return invalidPdf(pages)
  if (pages.length !== pdf.getPageCount()) return invalidPdf('damaged')
  if (!pages.every((page) => hasItsContents(pdf, page))) return invalidPdf('damaged')
  const signed = holdsSignature(bytes, pdf)
  if (pdf.context.registry.nextObjectNumber > maxObjectNumber) return invalidPdf('too_complex')
  if (repaired && !isWhole(pdf)) return invalidPdf('damaged')
  if (pdf.canSaveIncrementally() !== null && !(await survivesRewriting(pdf, pages.length))) return invalidPdf('damaged')
  const geometries = pages.map((page) => page.geometry)
  return {
    valid: true,
    pageCount: pages.length,
    pages: geometries,
    signed,
    activeContent: [],
    normalizations: [],
    shown: null,
  }
}

/** A rebuilt table has lost the trailer, and with it the word that the file is encrypted. */
function mentionsEncryption(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/Encrypt')
}

/**
 * A dynamic XFA form (ISO 32000-1 §7.7.2, table 28): readers that know XFA make its pages themselves, others show those of
 * the file, and only these could be signed.
 */
function needsRendering(pdf: PDF): boolean {
  return pdf.getCatalog().getBool('NeedsRendering', (ref) => pdf.getObject(ref))?.value ?? false
}

function hasItsContents(pdf: PDF, page: Page): boolean {
  if (!page.dict.has('Contents')) return true
  const contents = page.dict.get('Contents', (ref) => pdf.getObject(ref))
  if (contents instanceof PdfArray) return contents.toArray().every((part) => resolved(pdf, part) instanceof PdfStream)
  return contents instanceof PdfStream
}

/** Whether every object that the document refers to is there. */
function isWhole(pdf: PDF): boolean {
  const pending: PdfObject[] = [pdf.getCatalog()]
  const visited = new Set<number>()
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next instanceof PdfRef) {
      if (visited.has(next.objectNumber)) continue
      visited.add(next.objectNumber)
      const object = pdf.getObject(next)
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

async function survivesRewriting(pdf: PDF, pageCount: number): Promise<boolean> {
  pdf.setModificationDate(new Date(0))
  const reopened = await PDF.load(await pdf.save())
  const pages = readPageTree(reopened)
  return !reopened.recoveredViaBruteForce && typeof pages !== 'string' && pages.length === pageCount
}

function resolved(pdf: PDF, object: PdfObject): PdfObject | null {
  return object instanceof PdfRef ? pdf.getObject(object) : object
}
