import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream } from '@libpdf/core'
import { contentData } from '../content-data.ts'
import type { ObjectSource } from '../document-objects.ts'
import { type Box, type TransformationMatrix, transformed } from '../page-geometry.ts'
import { boxOf } from '../page-tree.ts'
import { contentOperators, textOf } from './content-operators.ts'
import { dictionaryAt, isPlainDictionary, nameAt, resolved } from './objects.ts'

/** What an annotation shows, and what takes that to its place on the page. */
export interface Appearance {
  readonly form: PdfRef
  readonly matrix: TransformationMatrix
}

const identity: TransformationMatrix = [1, 0, 0, 1, 0, 0]

/** The normal appearance in the state that the annotation has (ISO 32000-2 §12.5.5). */
export function normalAppearance(source: ObjectSource, annotation: PdfDict): { ref: PdfRef; stream: PdfStream } | null {
  const appearances = dictionaryAt(source, annotation, 'AP')
  const normal = appearances?.get('N')
  const states = resolved(source, normal)
  const state = nameAt(source, annotation, 'AS')
  const ref = isPlainDictionary(states) ? (state === null ? undefined : states.get(state)) : normal
  const stream = resolved(source, ref)
  if (!(ref instanceof PdfRef) || !(stream instanceof PdfStream)) return null
  const subtype = nameAt(source, stream, 'Subtype')
  return subtype === null || subtype === 'Form' ? { ref, stream } : null
}

/** An appearance as a form of its page; null: it has no extent. */
export function placedAppearance(
  source: ObjectSource,
  annotation: PdfDict,
  { ref, stream }: { ref: PdfRef; stream: PdfStream },
): Appearance | null {
  const rectangle = boxOf(source, annotation, 'Rect')
  if (!rectangle || rectangle.width === 0 || rectangle.height === 0) return null
  completeForm(source, stream, rectangle)
  const box = boxOf(source, stream, 'BBox')
  const matrix = box && placing(box, matrixOf(source, stream), rectangle)
  return matrix && { form: ref, matrix }
}

/** Those of stamps and signatures have some hundred kilobytes. */
const mostBytesOfAppearance = 4 * 1024 * 1024

/** Whether an appearance paints anything but lines and grounds: text, an image, or what cannot be told. */
export function showsContent(appearance: PdfStream): boolean {
  try {
    const content = contentData(appearance, mostBytesOfAppearance)
    for (const { name, operands } of contentOperators(content)) {
      const [last] = operands.slice(-1)
      if (['Do', 'BI', 'sh'].includes(name)) return true
      if (['Tj', 'TJ', "'", '"'].includes(name) && last && /[^\s()[\]<>]/.test(textOf(content, last))) return true
    }
    return false
  } catch {
    // What cannot be unpacked or split may show anything.
    return true
  }
}

/** Readers take an appearance for a form, whatever it lacks; as a form of a page it must be one. */
function completeForm(source: ObjectSource, stream: PdfStream, { width, height }: Box) {
  stream.set('Type', PdfName.of('XObject'))
  stream.set('Subtype', PdfName.of('Form'))
  // Our reader of appearances knows no layers here.
  stream.delete('OC')
  if (!dictionaryAt(source, stream, 'Resources')) stream.set('Resources', new PdfDict())
  if (!boxOf(source, stream, 'BBox'))
    stream.set('BBox', new PdfArray([0, 0, width, height].map((value) => PdfNumber.of(value))))
}

/** Takes the box of a form, as its own matrix turns it, to a rectangle. */
function placing(box: Box, turn: TransformationMatrix, rectangle: Box): TransformationMatrix | null {
  const shown = transformed(box, turn)
  if (shown.width === 0 || shown.height === 0) return null
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
