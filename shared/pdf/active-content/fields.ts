import { PdfArray, PdfBool, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream, PdfString } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'
import { dictionaryAt, resolved } from './objects.ts'

const deepest = 50
const mostFields = 100_000

const [password, pushButton] = [1 << 13, 1 << 16]

/** What a field or the fields above it say (ISO 32000-2 §12.7.4.1). */
export function inherited(source: ObjectSource, field: PdfDict, key: string): PdfObject | null {
  let next: PdfDict | null = field
  for (let depth = 0; next && depth < deepest; depth += 1) {
    const value = resolved(source, next.get(key))
    if (value) return value
    next = dictionaryAt(source, next, 'Parent')
  }
  return null
}

export function fieldType(source: ObjectSource, field: PdfDict): string | null {
  const type = inherited(source, field, 'FT')
  return type instanceof PdfName ? type.value : null
}

/** Whether a field holds something that people would expect to see. */
export function hasValueToShow(source: ObjectSource, field: PdfDict): boolean {
  const value = inherited(source, field, 'V')
  const given = inherited(source, field, 'Ff')
  const flags = given instanceof PdfNumber ? given.value : 0
  switch (fieldType(source, field)) {
    case 'Tx':
      return (flags & password) === 0 && isText(source, value)
    case 'Ch':
      return isText(source, value)
    case 'Btn':
      return (flags & pushButton) === 0 && value instanceof PdfName && value.value !== 'Off'
    default:
      return false
  }
}

/** Whether a check box or radio button: its appearance may be blank although the field has a value. */
export function isButton(source: ObjectSource, field: PdfDict): boolean {
  return fieldType(source, field) === 'Btn'
}

function isText(source: ObjectSource, value: PdfObject | null): boolean {
  if (value instanceof PdfStream) return value.data.length > 0
  if (value instanceof PdfArray) return value.toArray().some((each) => isText(source, resolved(source, each)))
  return value instanceof PdfString && value.asString().trim() !== ''
}

/** Whether readers draw the values of text and choice fields themselves, whatever the appearances show (ISO 32000-2 §12.7.3). */
export function needsAppearances(source: ObjectSource): boolean {
  const form = dictionaryAt(source, source.getCatalog(), 'AcroForm')
  const needed = form && resolved(source, form.get('NeedAppearances'))
  return needed instanceof PdfBool && needed.value
}

/** Whether a field of text or of choices, whose value readers can draw. */
export function isWritten(source: ObjectSource, field: PdfDict): boolean {
  return ['Tx', 'Ch'].includes(fieldType(source, field) ?? '')
}

/** All fields of the form, also those without a place on a page. */
export function allFields(source: ObjectSource): PdfDict[] {
  const form = dictionaryAt(source, source.getCatalog(), 'AcroForm')
  const first = form && resolved(source, form.get('Fields'))
  const pending: PdfObject[] = first instanceof PdfArray ? first.toArray() : []
  const fields = new Set<PdfDict>()
  for (let next = pending.pop(); next && fields.size < mostFields; next = pending.pop()) {
    const field = resolved(source, next)
    if (!(field instanceof PdfDict) || fields.has(field)) continue
    fields.add(field)
    const kids = resolved(source, field.get('Kids'))
    if (kids instanceof PdfArray) pending.push(...kids)
  }
  return [...fields]
}
