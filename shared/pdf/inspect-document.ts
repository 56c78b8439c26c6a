import { PdfArray, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { findActiveContent } from './active-content/find-active-content.ts'
import type { ActiveContentKind, Normalization } from './active-content/kinds.ts'
import type { ObjectSource } from './document-objects.ts'
import { fixedPicture } from './fixed-picture.ts'
import { hasClearRoles } from './object-roles.ts'
import { type Page, readPageTree } from './page-tree.ts'
import { faultOfEnds, invalidPdf, type PdfInspection } from './pdf-inspection.ts'
import { type ReadDocument, readDocument } from './read-document.ts'
import { contentFault } from './strict-content/content-fault.ts'
import { fontFaults } from './strict-fonts/font-faults.ts'
import type { StructureFault } from './structure-fault.ts'
import { OversizedPdf } from './unusual-pdf.ts'
import { holdsSignature } from './verification/holds-signature.ts'

/** As many pages as a page tree may have, and a bound of time and memory for what they draw. */
const drawingLimits = { maxPages: 5_000, maxOperators: 20_000_000 }

/**
 * Reads a document from an untrusted sender. It may take any amount of time and memory, or end the process: only
 * inspect-process.ts calls it, in a process of its own. See inspect-pdf.ts for what others call.
 *
 * A file that readers could read differently is written anew from our one reading, and so is one that is not one fixed
 * picture: people see and sign the new file. Where pdf.js draws the upload otherwise than our reading of it, readers do
 * disagree, and the upload is refused.
 */
export async function inspectDocument(bytes: Uint8Array): Promise<PdfInspection> {
  const fault = faultOfEnds(bytes)
  if (fault) return invalidPdf(fault)
  try {
    const reading = await readDocument(bytes)
    return reading.readable ? await inspectReading(bytes, reading) : invalidPdf(reading.reason)
  } catch (error) {
    return invalidPdf(error instanceof OversizedPdf ? 'too_complex' : 'damaged')
  }
}

interface Reading {
  readonly document: ReadDocument
  readonly faults: readonly StructureFault[]
}

async function inspectReading(bytes: Uint8Array, { document, faults }: Reading): Promise<PdfInspection> {
  const pages = readPageTree(document)
  if (typeof pages === 'string') return invalidPdf(pages)
  if (!pages.every((page) => hasItsContents(document, page))) return invalidPdf('damaged')
  if (!hasClearRoles(document, pages)) return invalidPdf('ambiguous')
  const rewritten = faults.length > 0 ? document.write() : null
  const disagreement = rewritten && (await differenceFaults(bytes, rewritten))
  if (disagreement) return invalidPdf(disagreement)
  const signed = holdsSignature(bytes, document)
  if (!signed && fontFaults(document).length > 0) return invalidPdf('ambiguous')
  const activeContent = findActiveContent(document, { bytes, signed })
  const structure: Normalization[] = rewritten ? [{ kind: 'structure', count: faults.length }] : []
  const { shown, normalizations } = signed
    ? asItCame
    : await shownFile(document, { rewritten, structure, activeContent })
  const isToBeShown = !signed && (activeContent.length === 0 || shown !== null)
  const oddContent = isToBeShown ? await faultOfContent(shown, { document, pages }) : null
  if (oddContent) return invalidPdf(oddContent)
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

/** Why a file that was written anew cannot stand for the one that it was read from. */
async function differenceFaults(
  upload: Uint8Array,
  rewritten: Uint8Array,
): Promise<'ambiguous' | 'too_complex' | null> {
  // pdf.js is large, and most files do without it.
  const [{ documentDifference }, { TooComplex }] = await Promise.all([
    import('./page-drawings/document-difference.ts'),
    import('./page-drawings/page-drawing.ts'),
  ])
  try {
    return (await documentDifference(upload, rewritten, drawingLimits)) ? 'ambiguous' : null
  } catch (error) {
    if (error instanceof TooComplex) return 'too_complex'
    throw error
  }
}

/** Why readers may recover in different ways from what the pages draw. `shown` is null where the file is as it came. */
async function faultOfContent(
  shown: Uint8Array | null,
  upload: { document: ObjectSource; pages: readonly Page[] },
): Promise<'ambiguous' | 'too_complex' | null> {
  if (!shown) return contentFault(upload.document, upload.pages)?.reason ?? null
  const reading = await readDocument(shown)
  const pages = reading.readable ? readPageTree(reading.document) : 'damaged'
  if (!reading.readable || typeof pages === 'string') throw new Error('A written document cannot be read')
  return contentFault(reading.document, pages)?.reason ?? null
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
async function shownFile(
  document: ReadDocument,
  { rewritten, structure, activeContent }: Findings,
): Promise<ShownFile> {
  if (activeContent.length === 0) return { shown: rewritten, normalizations: structure }
  const picture = await fixedPicture(document, activeContent)
  return picture ? { shown: picture.bytes, normalizations: [...structure, ...picture.normalizations] } : asItCame
}

function hasItsContents(source: ObjectSource, page: Page): boolean {
  if (!page.dict.has('Contents')) return true
  const contents = page.dict.get('Contents', (ref) => source.getObject(ref))
  if (contents instanceof PdfArray)
    return contents.toArray().every((part) => resolved(source, part) instanceof PdfStream)
  return contents instanceof PdfStream
}

function resolved(source: ObjectSource, object: PdfObject): PdfObject | null {
  return object instanceof PdfRef ? source.getObject(object) : object
}
