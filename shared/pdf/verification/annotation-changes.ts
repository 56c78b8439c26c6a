import { type PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import type { ChangeKind } from './change-kinds.ts'
import type { Comparing } from './form-changes.ts'
import { isPlainDictionary, listChanges, namesOf } from './object-comparison.ts'

/** What people note on a page (ISO 32000-2 §12.5.6.2). Others lead elsewhere, play or hold files. */
const markups = new Set(
  'Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Caret Stamp Ink Popup'.split(
    ' ',
  ),
)
const acting = ['A', 'AA', 'PA', 'Dest', 'OC', 'Subtype']

/** Annotations of a page, before and after. Fields are compared with the form. */
export function compareAnnotations(comparing: Comparing, before: PdfDict, after: PdfDict) {
  const { objects, found, fields, addedFields } = comparing
  const listOf = (page: PdfDict, source: typeof objects.before) =>
    page.getArray('Annots', (ref) => source.getObject(ref))?.toArray() ?? []
  const old = listOf(before, objects.before)
  const { added, removed } = listChanges(old, listOf(after, objects.after), objects)
  for (const item of removed) found.add(isMarkup(item, objects.before) ? 'annotations' : 'other')
  for (const item of added) {
    const isAddedField = item instanceof PdfRef && addedFields.has(item.objectNumber) && isWidget(item, objects.after)
    if (!isAddedField) found.add(isMarkup(item, objects.after) ? 'annotations' : 'other')
  }
  for (const item of old)
    if (item instanceof PdfRef && !fields.has(item.objectNumber)) found.add(kindOfAnnotationChange(comparing, item))
}

function isWidget(ref: PdfRef, source: Comparing['objects']['before']): boolean {
  const dictionary = source.getObject(ref)
  return isPlainDictionary(dictionary) && dictionary.getName('Subtype')?.value === 'Widget'
}

function isMarkup(item: PdfObject, source: Comparing['objects']['before']): boolean {
  const dictionary = item instanceof PdfRef ? source.getObject(item) : item
  if (!isPlainDictionary(dictionary)) return false
  const subtype = dictionary.getName('Subtype')?.value ?? ''
  return markups.has(subtype) && !acting.some((name) => name !== 'Subtype' && dictionary.has(name))
}

function kindOfAnnotationChange({ objects }: Comparing, ref: PdfRef): ChangeKind {
  const [before, after] = [objects.before.getObject(ref), objects.after.getObject(ref)]
  if (!isPlainDictionary(before) || !isPlainDictionary(after)) return objects.isSame(before, after) ? 'none' : 'other'
  const changed = [...namesOf(before, after)].filter((name) => !objects.isSame(before.get(name), after.get(name), name))
  if (changed.length === 0) return 'none'
  const isAnnotation = isMarkup(ref, objects.before) && isMarkup(ref, objects.after)
  return isAnnotation && !changed.some((name) => acting.includes(name)) ? 'annotations' : 'other'
}
