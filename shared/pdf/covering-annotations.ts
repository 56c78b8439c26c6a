import { PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import type { ObjectSource } from './document-objects.ts'
import { type Box, identity, intersection, type TransformationMatrix, transformed } from './page-geometry.ts'
import { boxOf, type Page } from './page-tree.ts'

/** What an annotation shows, and what takes that to its place on the page. */
export interface Appearance {
  readonly form: PdfRef
  readonly matrix: TransformationMatrix
}

/** What people fill in, and notes that they paint over a page. Of others more is lost than a look, such as an attached file. */
const subtypes = ['Widget', 'FreeText', 'Square', 'Stamp']
/** Hidden, NoZoom, NoRotate and NoView: nobody sees it, or not always in its rectangle (ISO 32000-2 §12.5.3). */
const flagsOfOthers = (1 << 1) | (1 << 3) | (1 << 4) | (1 << 5)

/**
 * Makes annotations a part of their page where something is to be seen on it, and gives what they show. Readers paint them over
 * all that a page holds (ISO 32000-2 §12.5.5), and many have a ground of their own: an empty form field would hide the
 * signature that is stamped on it. `places` are in user space.
 */
export function takeCoveringAnnotations(source: ObjectSource, page: Page, places: readonly Box[]): Appearance[] {
  if (places.length === 0) return []
  const annotations = page.dict.getArray('Annots', (ref) => source.getObject(ref))?.toArray() ?? []
  const taken: Appearance[] = []
  const left = annotations.filter((annotation) => {
    const appearance = coveringAppearance(source, annotation, places)
    if (appearance) taken.push(appearance)
    return appearance === null
  })
  if (taken.length > 0) page.dict.set('Annots', new PdfArray(left))
  return taken
}

function coveringAppearance(source: ObjectSource, annotation: PdfObject, places: readonly Box[]): Appearance | null {
  const resolve = (ref: PdfRef) => source.getObject(ref)
  const dict = annotation instanceof PdfRef ? resolve(annotation) : annotation
  if (!(dict instanceof PdfDict) || !subtypes.includes(dict.getName('Subtype', resolve)?.value ?? '')) return null
  const flags = dict.getNumber('F', resolve)?.value ?? 0
  const rectangle = boxOf(source, dict, 'Rect')
  if ((flags & flagsOfOthers) !== 0 || dict.has('OC') || !rectangle) return null
  if (!places.some((place) => intersection(rectangle, place))) return null
  const form = normalAppearance(source, dict)
  const matrix = form && placing(source, form.stream, rectangle)
  return matrix ? { form: form.ref, matrix } : null
}

/** The appearance that is shown now, where it can be shown as a form of the page. */
function normalAppearance(source: ObjectSource, dict: PdfDict): { ref: PdfRef; stream: PdfStream } | null {
  const resolve = (ref: PdfRef) => source.getObject(ref)
  const appearances = dict.getDict('AP', resolve)
  const normal = appearances?.get('N')
  const states = normal instanceof PdfRef ? resolve(normal) : normal
  const state = dict.getName('AS', resolve)?.value
  const isOneOfStates = states instanceof PdfDict && !(states instanceof PdfStream)
  const ref = isOneOfStates ? (state === undefined ? undefined : states.get(state)) : normal
  const stream = ref instanceof PdfRef ? resolve(ref) : null
  if (!(ref instanceof PdfRef) || !(stream instanceof PdfStream)) return null
  const isForm = stream.getName('Subtype', resolve)?.value === 'Form' && stream.getDict('Resources', resolve)
  return isForm ? { ref, stream } : null
}

/** Takes the box of a form, as its own matrix turns it, to a rectangle. */
function placing(source: ObjectSource, form: PdfStream, rectangle: Box): TransformationMatrix | null {
  const box = boxOf(source, form, 'BBox')
  const shown = box && transformed(box, matrixOf(source, form))
  if (!shown || shown.width === 0 || shown.height === 0) return null
  const [wider, higher] = [rectangle.width / shown.width, rectangle.height / shown.height]
  return [wider, 0, 0, higher, rectangle.x - shown.x * wider, rectangle.y - shown.y * higher]
}

function matrixOf(source: ObjectSource, form: PdfStream): TransformationMatrix {
  const array = form.getArray('Matrix', (ref) => source.getObject(ref))
  const [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map((index) => {
    const value = array?.at(index, (ref) => source.getObject(ref))
    return value instanceof PdfNumber && Number.isFinite(value.value) ? value.value : null
  })
  if (a == null || b == null || c == null || d == null || e == null || f == null) return identity
  return [a, b, c, d, e, f]
}
