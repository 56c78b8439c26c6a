import { PdfArray, type PdfDict, PdfNumber } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'
import { kindOfAction, kindsOfTriggers } from './actions.ts'
import type { ActiveContentKind } from './kinds.ts'
import { arrayAt, dictionaryAt, resolved } from './objects.ts'

const keptKeys = new Set([
  'Type',
  'Subtype',
  'Rect',
  'F',
  'P',
  'H',
  'A',
  'Dest',
  'QuadPoints',
  'StructParent',
  'Contents',
  'NM',
  'M',
  'Border',
])

/** What is active about a link: where it leads to, and a border, which some readers draw and others do not. */
export function kindsOfLink(source: ObjectSource, link: PdfDict): ActiveContentKind[] {
  const kinds = new Set<ActiveContentKind>(kindsOfTriggers(source, link))
  for (const key of ['A', 'PA']) {
    const kind = link.has(key) ? kindOfAction(source, link.get(key)) : null
    if (kind) kinds.add(kind)
  }
  if (link.has('AP') || link.has('OC') || !isBorderless(source, link)) kinds.add('annotations')
  return [...kinds]
}

/** Leaves a link that only leads somewhere. False: nothing is left of it. */
export function tidyLink(source: ObjectSource, link: PdfDict): boolean {
  const action = dictionaryAt(source, link, 'A')
  action?.delete('Next')
  if (link.has('A') && kindOfAction(source, link.get('A')) !== null) return false
  for (const key of [...link.keys()]) if (!keptKeys.has(key.value)) link.delete(key)
  link.set('Border', new PdfArray([0, 0, 0].map((value) => PdfNumber.of(value))))
  return true
}

/** The default border is one point wide. */
function isBorderless(source: ObjectSource, link: PdfDict): boolean {
  const style = dictionaryAt(source, link, 'BS')
  const width = style ? style.get('W') : arrayAt(source, link, 'Border')[2]
  const value = resolved(source, width)
  return value instanceof PdfNumber && value.value === 0
}
