import { PdfArray, type PdfDict, PdfNumber, type PdfObject, type PdfRef, PdfStream } from '@libpdf/core'
import { isPadding } from '../pdf-inspection.ts'
import { decodedData } from '../unpacked-stream.ts'
import { isPlainDictionary, namesOf } from './object-comparison.ts'

type Resolve = (ref: PdfRef) => PdfObject | null

/** ISO 32000-2 §12.5.3. What is not viewed may still be printed. */
const hidden = 2
/** What a form may have beside its data: others lead to data elsewhere, such as /Ref and /OPI. */
const entriesOfForms = new Set(
  'Type Subtype FormType BBox Matrix Resources Length Filter DecodeParms Name Group StructParent StructParents Metadata'.split(
    ' ',
  ),
)

/** Whether readers may draw anything for a widget: its appearance, or a look of their own. */
export function isShown(widget: PdfDict, resolve: Resolve): boolean {
  if (((widget.getNumber('F', resolve)?.value ?? 0) & hidden) !== 0) return false
  if (hasBorder(widget, resolve) || hasEntries(widget.get('MK', resolve))) return true
  const place = sidesOf(widget.getArray('Rect', resolve))
  const appearance = widget.get('AP', resolve)
  // Readers have looks of their own for a signature without appearance.
  if (!appearance) return widget.has('V') && place.width !== 0 && place.height !== 0
  const drawings = drawingsOf(appearance, resolve)
  if (!drawings) return true
  const isPoint = place.width === 0 && place.height === 0
  // Readers differ in what they do with a box of no size in a place of no size.
  const isDrawn = (drawing: PdfStream) => !isPoint || isEmpty(drawing.getArray('BBox', resolve))
  return drawings.some((drawing) => isDrawn(drawing) && !isBlank(drawing))
}

/** By /BS, or else by /Border, where one is there (ISO 32000-2 §12.5.4). */
function hasBorder(widget: PdfDict, resolve: Resolve): boolean {
  const isWide = (width: PdfObject | null | undefined) => !(width instanceof PdfNumber && width.value === 0)
  const [style, border] = [widget.get('BS', resolve), widget.get('Border', resolve)]
  if (style && !(isPlainDictionary(style) && !isWide(style.get('W', resolve)))) return true
  return Boolean(border) && !(border instanceof PdfArray && !isWide(border.at(2, resolve)))
}

function hasEntries(object: PdfObject | undefined): boolean {
  return object !== undefined && !(isPlainDictionary(object) && object.size === 0)
}

/** All that an appearance has, for every state; null: it is not as it should be. */
function drawingsOf(appearance: PdfObject, resolve: Resolve): PdfStream[] | null {
  if (!isPlainDictionary(appearance)) return null
  const states = [...namesOf(appearance)].flatMap((name) => {
    const look = appearance.get(name, resolve)
    return isPlainDictionary(look) ? [...namesOf(look)].map((state) => look.get(state, resolve)) : [look]
  })
  const drawings = states.filter((state) => state instanceof PdfStream)
  return drawings.length === states.length ? drawings : null
}

function isBlank(drawing: PdfStream): boolean {
  const isForm = (drawing.getName('Subtype')?.value ?? 'Form') === 'Form'
  return (
    isForm && [...namesOf(drawing)].every((name) => entriesOfForms.has(name)) && decodedData(drawing).every(isPadding)
  )
}

function isEmpty(rectangle: PdfArray | undefined): boolean {
  const { width, height } = sidesOf(rectangle)
  return width === 0 || height === 0
}

/** Zero for a rectangle that is not there; what is no number is a size, too. */
function sidesOf(rectangle: PdfArray | undefined): { width: number; height: number } {
  const [left = 0, bottom = 0, right = 0, top = 0] = (rectangle?.toArray() ?? []).map((each) =>
    each instanceof PdfNumber ? each.value : Number.NaN,
  )
  return { width: right - left, height: top - bottom }
}
