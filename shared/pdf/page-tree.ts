import { PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import type { ObjectSource } from './document-objects.ts'
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

const aboveRoot: Inherited = { mediaBox: null, cropBox: null, rotate: 0, resources: null, tally: null }

/**
 * The pages in reading order. The library's own list is not used: it knows no inherited attributes and takes a tree with
 * missing, repeated or miscounted pages for a good one, where two readers would show two different documents.
 */
export function readPageTree(source: ObjectSource): Page[] | PageTreeFault {
  const root = source.getCatalog().getRef('Pages')
  if (!root) return 'no_pages'
  const pages: Page[] = []
  const tallies: Tally[] = []
  const visited = new Set<number>()
  const pending: { ref: PdfObject | undefined; above: Inherited }[] = [{ ref: root, above: aboveRoot }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (!(next.ref instanceof PdfRef) || visited.has(next.ref.objectNumber)) return 'damaged'
    visited.add(next.ref.objectNumber)
    const dict = source.getObject(next.ref)
    if (!(dict instanceof PdfDict) || dict instanceof PdfStream) return 'damaged'
    const inherited = inherit(source, dict, next.above)
    const kind = dict.getName('Type', (ref) => source.getObject(ref))?.value
    if (kind === 'Page') {
      if (pages.length === maxPages) return 'too_complex'
      pages.push(page(next.ref, dict, inherited))
      count(inherited.tally)
    } else if (kind === 'Pages') {
      const tally = tallyOf(source, dict, next.above.tally)
      const kids = dict.getArray('Kids', (ref) => source.getObject(ref))
      if (!kids) return 'damaged'
      if (tally.depth > maxDepth || kids.length > maxPages || pending.length > 2 * maxPages) return 'too_complex'
      tallies.push(tally)
      for (const ref of kids.toArray().reverse()) pending.push({ ref, above: { ...inherited, tally } })
    } else {
      return 'damaged'
    }
  }
  if (pages.length === 0) return 'no_pages'
  // A page instead of a root has no place for another page.
  if (tallies.length === 0) return 'damaged'
  return tallies.every(({ declared, found }) => found > 0 && declared === found) ? pages : 'damaged'
}

/** Of all pages, in reading order. */
export function geometriesOf(source: ObjectSource): PageGeometry[] {
  const numbers = Array.from({ length: countPages(source) }, (_, index) => index + 1)
  return Array.from(findPages(source, new Set(numbers)).values(), ({ geometry }) => geometry)
}

/** How many pages a document says it has. */
export function countPages(source: ObjectSource): number {
  const { dict } = rootOf(source)
  return tallyOf(source, dict, null).declared ?? 0
}

/**
 * The pages of some numbers, from 1, without reading the others: in a tree that `readPageTree` found good, the counts can
 * be relied on, and a node that has as many pages as kids has nothing but pages.
 */
export function findPages(source: ObjectSource, numbers: ReadonlySet<number>): Map<number, Page> {
  const found = new Map<number, Page>()
  const isWanted = (first: number, count: number) => {
    for (let number = first; number < first + count; number += 1) if (numbers.has(number)) return true
    return false
  }
  const visit = (ref: PdfObject | undefined, first: number, above: Inherited, depth: number): number => {
    const dict = ref instanceof PdfRef && depth <= maxDepth ? source.getObject(ref) : null
    if (!(ref instanceof PdfRef) || !(dict instanceof PdfDict)) throw new Error('The page tree is not whole')
    const inherited = inherit(source, dict, above)
    if (isNamed(source, dict, 'Page')) {
      if (numbers.has(first)) found.set(first, page(ref, dict, inherited))
      return 1
    }
    const { declared } = tallyOf(source, dict, null)
    const kids = dict.getArray('Kids', (each) => source.getObject(each))?.toArray()
    if (declared === null || !kids || !isNamed(source, dict, 'Pages')) throw new Error('The page tree is not whole')
    if (!isWanted(first, declared)) return declared
    let next = first
    for (const kid of kids)
      next += kids.length === declared && !numbers.has(next) ? 1 : visit(kid, next, inherited, depth + 1)
    if (next !== first + declared) throw new Error('The page tree is not whole')
    return declared
  }
  visit(rootOf(source).ref, 1, aboveRoot, 1)
  return found
}

function rootOf(source: ObjectSource): { ref: PdfRef; dict: PdfDict } {
  const ref = source.getCatalog().getRef('Pages')
  const dict = ref && source.getObject(ref)
  if (!ref || !(dict instanceof PdfDict)) throw new Error('The document has no page tree')
  return { ref, dict }
}

function isNamed(source: ObjectSource, dict: PdfDict, type: string): boolean {
  return dict.getName('Type', (ref) => source.getObject(ref))?.value === type
}

function inherit(source: ObjectSource, dict: PdfDict, above: Inherited): Inherited {
  return {
    mediaBox: boxOf(source, dict, 'MediaBox') ?? above.mediaBox,
    cropBox: boxOf(source, dict, 'CropBox') ?? above.cropBox,
    rotate: dict.getNumber('Rotate', (ref) => source.getObject(ref))?.value ?? above.rotate,
    resources: dict.getDict('Resources', (ref) => source.getObject(ref)) ?? above.resources,
    tally: above.tally,
  }
}

function page(ref: PdfRef, dict: PdfDict, inherited: Inherited): Page {
  const geometry = pageGeometry(inherited.mediaBox, inherited.cropBox, inherited.rotate)
  return { ref, dict, resources: inherited.resources, geometry }
}

function tallyOf(source: ObjectSource, dict: PdfDict, above: Tally | null): Tally {
  const declared = dict.getNumber('Count', (ref) => source.getObject(ref))?.value ?? null
  return { declared, found: 0, depth: (above?.depth ?? 0) + 1, above }
}

function count(tally: Tally | null) {
  for (let node = tally; node; node = node.above) node.found += 1
}

/** The rectangle of some name; its corners may be given in any order. */
export function boxOf(source: ObjectSource, dict: PdfDict, name: string): Box | null {
  const array = dict.getArray(name, (ref) => source.getObject(ref))
  if (!(array instanceof PdfArray) || array.length < 4) return null
  const [x1, y1, x2, y2] = [0, 1, 2, 3].map((index) => {
    const value = array.at(index, (ref) => source.getObject(ref))
    return value instanceof PdfNumber && Number.isFinite(value.value) ? value.value : null
  })
  if (x1 == null || y1 == null || x2 == null || y2 == null) return null
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
}
