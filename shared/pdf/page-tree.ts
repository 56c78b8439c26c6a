import { type PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core'
import { type Box, type PageGeometry, pageGeometry } from './page-geometry.ts'

/** A page with what it inherits from the nodes above it (ISO 32000-2 §7.7.3.4). */
export type Page = { ref: PdfRef; dict: PdfDict; resources: PdfDict | null; geometry: PageGeometry }

/** Why a page tree cannot be relied on. */
export type PageTreeFault = 'no_pages' | 'damaged' | 'too_complex'

const maxPages = 5_000
const maxDepth = 64

/** How many pages a node says it has, and how many were found under it. */
type Tally = { declared: number | null; found: number; depth: number; above: Tally | null }
type Inherited = {
  mediaBox: Box | null
  cropBox: Box | null
  rotate: number
  resources: PdfDict | null
  tally: Tally | null
}

/**
 * The pages in reading order. The library's own list is not used: it knows no inherited attributes and takes a tree with
 * missing, repeated or miscounted pages for a good one, where two readers would show two different documents.
 */
export function readPageTree(pdf: PDF): Page[] | PageTreeFault {
  const root = pdf.getCatalog().getRef('Pages')
  if (!root) return 'no_pages'
  const pages: Page[] = []
  const tallies: Tally[] = []
  const visited = new Set<number>()
  const above: Inherited = { mediaBox: null, cropBox: null, rotate: 0, resources: null, tally: null }
  const pending: { ref: PdfObject | undefined; above: Inherited }[] = [{ ref: root, above }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (!(next.ref instanceof PdfRef) || visited.has(next.ref.objectNumber)) return 'damaged'
    visited.add(next.ref.objectNumber)
    const dict = pdf.getObject(next.ref)
    if (!(dict instanceof PdfDict)) return 'damaged'
    const inherited = inherit(pdf, dict, next.above)
    const kind = dict.getName('Type', (ref) => pdf.getObject(ref))?.value
    if (kind === 'Page') {
      if (pages.length === maxPages) return 'too_complex'
      pages.push(page(next.ref, dict, inherited))
      count(inherited.tally)
    } else if (kind === 'Pages') {
      const tally = tallyOf(pdf, dict, next.above.tally)
      const kids = dict.getArray('Kids', (ref) => pdf.getObject(ref))
      if (!kids) return 'damaged'
      if (tally.depth > maxDepth || kids.length > maxPages || pending.length > 2 * maxPages) return 'too_complex'
      tallies.push(tally)
      for (const ref of kids.toArray().reverse()) pending.push({ ref, above: { ...inherited, tally } })
    } else {
      return 'damaged'
    }
  }
  if (pages.length === 0) return 'no_pages'
  return tallies.every((tally) => tally.declared === tally.found) ? pages : 'damaged'
}

function inherit(pdf: PDF, dict: PdfDict, above: Inherited): Inherited {
  return {
    mediaBox: boxOf(pdf, dict, 'MediaBox') ?? above.mediaBox,
    cropBox: boxOf(pdf, dict, 'CropBox') ?? above.cropBox,
    rotate: dict.getNumber('Rotate', (ref) => pdf.getObject(ref))?.value ?? above.rotate,
    resources: dict.getDict('Resources', (ref) => pdf.getObject(ref)) ?? above.resources,
    tally: above.tally,
  }
}

function page(ref: PdfRef, dict: PdfDict, inherited: Inherited): Page {
  const geometry = pageGeometry(inherited.mediaBox, inherited.cropBox, inherited.rotate)
  return { ref, dict, resources: inherited.resources, geometry }
}

function tallyOf(pdf: PDF, dict: PdfDict, above: Tally | null): Tally {
  const declared = dict.getNumber('Count', (ref) => pdf.getObject(ref))?.value ?? null
  return { declared, found: 0, depth: (above?.depth ?? 0) + 1, above }
}

function count(tally: Tally | null) {
  for (let node = tally; node; node = node.above) node.found += 1
}

/** The corners of a box may be given in any order. */
function boxOf(pdf: PDF, dict: PdfDict, name: string): Box | null {
  const array = dict.getArray(name, (ref) => pdf.getObject(ref))
  if (!(array instanceof PdfArray) || array.length < 4) return null
  const [x1, y1, x2, y2] = [0, 1, 2, 3].map((index) => {
    const value = array.at(index, (ref) => pdf.getObject(ref))
    return value instanceof PdfNumber && Number.isFinite(value.value) ? value.value : null
  })
  if (x1 == null || y1 == null || x2 == null || y2 == null) return null
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
}
