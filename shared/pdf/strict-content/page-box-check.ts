import { PdfArray, PdfDict, PdfNumber, type PdfObject } from '@libpdf/core'
import { resolved } from '../active-content/objects.ts'
import type { ObjectSource } from '../document-objects.ts'
import { numbersIn } from './numbers.ts'
import { OddContent } from './odd-content.ts'

/** Throws `OddContent` where readers show another part of a page, or another way up (ISO 32000-2 §7.7.3.3). */
export function checkPageBoxes(source: ObjectSource, page: PdfDict) {
  const media = boxOf(source, inherited(source, page, 'MediaBox'))
  const crop = boxOf(source, inherited(source, page, 'CropBox'))
  if (media && crop && !isShown(intersection(media, crop))) throw new OddContent('A page shows nothing of itself')
  const rotate = inherited(source, page, 'Rotate')
  if (rotate && !(rotate instanceof PdfNumber && rotate.value % 90 === 0)) throw new OddContent('A page is oblique')
  const unit = resolved(source, page.get('UserUnit'))
  // Readers that do not know it show the same page smaller or larger.
  if (unit && !(unit instanceof PdfNumber && unit.value > 0)) throw new OddContent('A page has an odd unit')
}

type Corners = readonly [left: number, bottom: number, right: number, top: number]

function boxOf(source: ObjectSource, object: PdfObject | null): Corners | null {
  if (!object) return null
  const [x1, y1, x2, y2, ...more] = (object instanceof PdfArray && numbersIn(source, object.toArray())) || []
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || more.length > 0)
    throw new OddContent('The box of a page does not have four numbers')
  const box: Corners = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
  if (!isShown(box)) throw new OddContent('The box of a page is empty')
  return box
}

function intersection([left, bottom, right, top]: Corners, other: Corners): Corners {
  return [Math.max(left, other[0]), Math.max(bottom, other[1]), Math.min(right, other[2]), Math.min(top, other[3])]
}

function isShown([left, bottom, right, top]: Corners): boolean {
  return right - left >= 1 && top - bottom >= 1
}

const mostDepth = 64

function inherited(source: ObjectSource, page: PdfDict, key: string): PdfObject | null {
  let node: PdfObject | null = page
  for (let depth = 0; node instanceof PdfDict && depth <= mostDepth; depth += 1) {
    const value = resolved(source, node.get(key))
    if (value) return value
    node = resolved(source, node.get('Parent'))
  }
  return null
}
