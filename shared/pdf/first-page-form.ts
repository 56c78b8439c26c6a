import { deflateSync } from 'node:zlib'
import { PdfArray, PdfDict, PdfName, PdfNull, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { contentData } from './content-data.ts'
import { DocumentObjects, type ObjectSource } from './document-objects.ts'
import { type Drawing, numbers } from './drawing.ts'
import { apart } from './page-content-form.ts'
import { type Box, displayedToUserSpace, type PageGeometry, type TransformationMatrix } from './page-geometry.ts'
import { findPages, type Page } from './page-tree.ts'

/** What a small picture of a page is worth: a page that takes more than this is not shown. */
const mostBytes = 1_500_000
const mostObjects = 2_000
const mostContentBytes = 4 * 1024 * 1024

/** Entries that lead away from what a page draws: to other pages and to data about it. */
const leftOut = new Set(['Parent', 'StructParent', 'StructParents', 'Metadata', 'PieceInfo'])
/** Of streams: also what may be hidden, replaced or in another file. `Length` is that of the copy. */
const leftOutOfStreams = new Set('OC Alternates OPI Ref A AA AF F FFilter FDecodeParms Length'.split(' '))

interface Register {
  register(object: PdfObject): PdfRef
}

/** The first page of a document inside another one. */
export interface FirstPageForm {
  readonly form: PdfRef
  readonly geometry: PageGeometry
}

/**
 * Copies what the first page of a document draws into a form XObject (ISO 32000-2 §8.10) of another document, without its
 * annotations. Null for a page that is too large to be worth it, or that cannot be read; nothing is added then.
 */
export function firstPageForm(target: Register, document: Uint8Array): FirstPageForm | null {
  try {
    const source = new DocumentObjects(document)
    const page = findPages(source, new Set([1])).get(1)
    if (!page) return null
    const form = formOf(source, page)
    return { form: target.register(copied(target, source, form)), geometry: page.geometry }
  } catch {
    return null
  }
}

/** Draws the page as large as the box allows, at its top right. `name` is that of the resource. Gives its place. */
export function drawPageForm(drawing: Drawing, name: string, geometry: PageGeometry, box: Box): Box {
  const scale = Math.min(box.width / geometry.width, box.height / geometry.height)
  const [width, height] = [geometry.width * scale, geometry.height * scale]
  const place = { x: box.x + box.width - width, y: box.y + box.height - height, width, height }
  const upright = inverse(displayedToUserSpace(geometry))
  drawing.operators.push(
    `q ${numbers(place.x, place.y)} ${numbers(width, height)} re W n`,
    `${precise(scale, 0, 0, scale, place.x, place.y)} cm ${precise(...upright)} cm`,
    apart(`/${name} Do`),
    'Q',
  )
  return place
}

/** A small scale has more decimals than a place on a page. */
function precise(...values: number[]): string {
  return values.map((value) => String(Number(value.toFixed(6)))).join(' ')
}

/** Of a turn by quarters and a move. */
function inverse([a, b, c, d, e, f]: TransformationMatrix): TransformationMatrix {
  return [d, -b, -c, a, c * f - d * e, b * e - a * f]
}

function formOf(source: ObjectSource, { dict, resources, geometry }: Page): PdfStream {
  const { x, y, width, height } = geometry.cropBox
  const group = dict.get('Group')
  const entries = PdfDict.of({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: new PdfArray([x, y, x + width, y + height].map((value) => PdfNumber.of(value))),
    Resources: resources ?? new PdfDict(),
    Filter: PdfName.of('FlateDecode'),
    ...(group ? { Group: group } : {}),
  })
  return new PdfStream(entries, deflateSync(contentOf(source, dict)))
}

/** The parts of a content are read as one, with white space between them (ISO 32000-2 §7.8.2). */
function contentOf(source: ObjectSource, page: PdfDict): Buffer {
  const contents = page.get('Contents', (ref) => source.getObject(ref))
  const parts = contents instanceof PdfArray ? contents.toArray() : contents ? [contents] : []
  let bytesLeft = mostContentBytes
  const pieces = parts.map((part) => {
    const stream = part instanceof PdfRef ? source.getObject(part) : part
    if (!(stream instanceof PdfStream)) throw new Error('A part of the content of a page is missing')
    const data = contentData(stream, bytesLeft)
    bytesLeft -= data.length + 1
    return Buffer.concat([data, Buffer.from('\n')])
  })
  return Buffer.concat(pieces)
}

/** A copy of an object whose references lead to copies in the other document, each made once. */
function copied(target: Register, source: ObjectSource, root: PdfStream): PdfObject {
  const found = reachable(source, root)
  const copies = new Map(Array.from(found, ([number, object]) => [number, emptied(object)]))
  const refs = new Map(Array.from(copies, ([number, copy]) => [number, target.register(copy)]))
  const moved = (value: PdfObject): PdfObject => {
    if (value instanceof PdfRef) return refs.get(value.objectNumber) ?? PdfNull.instance
    return filled(value, emptied(value), moved)
  }
  for (const [number, object] of found) filled(object, copies.get(number) ?? object, moved)
  return moved(root)
}

/** All objects that an object refers to. Throws when they are too many or too large. */
function reachable(source: ObjectSource, root: PdfStream): Map<number, PdfObject> {
  const found = new Map<number, PdfObject>()
  let bytesLeft = mostBytes
  const pending: PdfObject[] = [root]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next instanceof PdfStream) bytesLeft -= next.data.length
    if (bytesLeft < 0 || found.size > mostObjects) throw new Error('The page is too large')
    if (next instanceof PdfRef) {
      const object = found.has(next.objectNumber) ? null : source.getObject(next)
      if (!object) continue
      found.set(next.objectNumber, object)
      pending.push(object)
    } else pending.push(...valuesOf(next))
  }
  return found
}

function valuesOf(object: PdfObject): PdfObject[] {
  if (object instanceof PdfArray) return object.toArray()
  return object instanceof PdfDict ? entriesOf(object).map(([, value]) => value) : []
}

function entriesOf(object: PdfDict): [PdfName, PdfObject][] {
  const isStream = object instanceof PdfStream
  return Array.from(object).filter(([{ value }]) => !leftOut.has(value) && !(isStream && leftOutOfStreams.has(value)))
}

/** An object of the same kind without what it holds. Names, numbers and strings are themselves. */
function emptied(object: PdfObject): PdfObject {
  if (object instanceof PdfStream) return new PdfStream([], object.data)
  if (object instanceof PdfArray) return new PdfArray()
  return object instanceof PdfDict ? new PdfDict() : object
}

function filled(from: PdfObject, to: PdfObject, moved: (value: PdfObject) => PdfObject): PdfObject {
  if (from instanceof PdfArray && to instanceof PdfArray) to.push(...from.toArray().map(moved))
  if (from instanceof PdfDict && to instanceof PdfDict)
    for (const [name, value] of entriesOf(from)) to.set(name, moved(value))
  return to
}
