import { PdfArray, type PdfDict, PdfNumber } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'
import type { LayerVisibility } from './layer-visibility.ts'
import { nameAt, resolved } from './objects.ts'

/** Bits of /F (ISO 32000-2 table 167). */
const [invisible, hidden, noView] = [1 << 0, 1 << 1, 1 << 5]

const markedText = ['Highlight', 'Underline', 'Squiggly', 'StrikeOut']
const knownTypes = new Set([
  ...markedText,
  ...['Link', 'Text', 'Widget', 'Popup', 'FreeText', 'Line', 'Square', 'Circle', 'PolyLine', 'Polygon', 'Caret', 'Ink'],
  ...['Stamp', 'FileAttachment', 'RichMedia', 'Screen', 'Sound'],
])

/** Whether our page shows an annotation, as pdf.js does for display. Whether it is to be printed does not matter. */
export function isShown(source: ObjectSource, annotation: PdfDict, layers: LayerVisibility): boolean {
  const flags = resolved(source, annotation.get('F'))
  const bits = flags instanceof PdfNumber && Number.isInteger(flags.value) && flags.value > 0 ? flags.value : 0
  const type = nameAt(source, annotation, 'Subtype') ?? ''
  if ((bits & (hidden | noView)) !== 0) return false
  if ((bits & invisible) !== 0 && !knownTypes.has(type)) return false
  if (markedText.includes(type) && !hasQuadrilaterals(source, annotation)) return false
  return !annotation.has('OC') || layers.isVisible(annotation.get('OC'))
}

function hasQuadrilaterals(source: ObjectSource, annotation: PdfDict): boolean {
  const points = resolved(source, annotation.get('QuadPoints'))
  if (!(points instanceof PdfArray) || points.length === 0 || points.length % 8 !== 0) return false
  return points.toArray().every((point) => resolved(source, point) instanceof PdfNumber)
}
