import { PdfArray, PdfDict, type PdfObject, type PdfStream } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'
import type { Page } from '../page-tree.ts'
import { kindOfAction, kindsOfTriggers } from './actions.ts'
import { isShown } from './annotation-view.ts'
import { type Appearance, normalAppearance, placedAppearance, showsContent } from './appearance.ts'
import { CannotFlatten } from './cannot-flatten.ts'
import { fieldAppearance } from './field-appearance.ts'
import { fieldType, hasValueToShow, isButton, isWritten, needsAppearances } from './fields.ts'
import type { ActiveContentKind, ChangeableDocument } from './kinds.ts'
import type { LayerVisibility } from './layer-visibility.ts'
import { kindsOfLink, tidyLink } from './links.ts'
import { markupAppearance } from './markup-appearance.ts'
import { arrayAt, nameAt, resolved } from './objects.ts'

const media = new Set(['Screen', 'Movie', 'Sound', '3D', 'RichMedia'])

export function annotationsOf(source: ObjectSource, page: Page): PdfDict[] {
  return arrayAt(source, page.dict, 'Annots')
    .map((each) => resolved(source, each))
    .filter((each) => each instanceof PdfDict)
}

/** What is active about an annotation; of a link that only leads somewhere, nothing is. */
export function kindsOfAnnotation(source: ObjectSource, annotation: PdfDict): ActiveContentKind[] {
  const type = nameAt(source, annotation, 'Subtype') ?? ''
  if (type === 'Link') return kindsOfLink(source, annotation)
  const kinds = new Set<ActiveContentKind>(kindsOfTriggers(source, annotation))
  kinds.add(type === 'Widget' ? 'forms' : 'annotations')
  if (media.has(type)) kinds.add('multimedia')
  if (type === 'FileAttachment') kinds.add('embedded_files')
  const action = annotation.has('A') ? kindOfAction(source, annotation.get('A')) : null
  if (action) kinds.add(action)
  return [...kinds]
}

export function isSignatureField(source: ObjectSource, annotation: PdfDict): boolean {
  return fieldType(source, annotation) === 'Sig'
}

/**
 * Takes all annotations off a page but for plain links, and gives what is to be drawn in their place, from the lowest to the
 * uppermost. The annotations themselves are added to `gone`: another page may have them, too.
 */
export function takeAnnotations(
  source: ChangeableDocument,
  page: Page,
  { layers, gone }: { layers: LayerVisibility; gone: Set<PdfDict> },
): Appearance[] {
  if (!page.dict.has('Annots')) return []
  const shown: Appearance[] = []
  const left: PdfObject[] = []
  for (const raw of arrayAt(source, page.dict, 'Annots')) {
    const annotation = resolved(source, raw)
    if (!(annotation instanceof PdfDict)) continue
    const appearance = isShown(source, annotation, layers) ? appearanceOf(source, annotation) : null
    if (appearance) shown.push(appearance)
    if (nameAt(source, annotation, 'Subtype') === 'Link' && tidyLink(source, annotation)) left.push(raw)
    else gone.add(annotation)
  }
  if (left.length > 0) page.dict.set('Annots', new PdfArray(left))
  else page.dict.delete('Annots')
  return shown
}

function appearanceOf(document: ChangeableDocument, annotation: PdfDict): Appearance | null {
  const appearance = normalAppearance(document, annotation)
  if (showsWhatIsEmpty(document, annotation, appearance)) return null
  if (lacksValue(document, annotation, appearance)) {
    const generated = fieldAppearance(document, annotation)
    if (!generated) throw new CannotFlatten('forms', 'A field has a value that it does not show')
    return generated
  }
  if (appearance) return placedAppearance(document, annotation, appearance)
  if (nameAt(document, annotation, 'Subtype') === 'FreeText')
    throw new CannotFlatten('annotations', 'Readers show text without an appearance each in their own way')
  return markupAppearance(document, annotation)
}

/**
 * A field that has a value and does not show it looks otherwise in each reader, and would lose the value. Where readers draw values
 * themselves, an appearance may be of an earlier value.
 */
function lacksValue(source: ObjectSource, annotation: PdfDict, appearance: { stream: PdfStream } | null): boolean {
  if (nameAt(source, annotation, 'Subtype') !== 'Widget' || !hasValueToShow(source, annotation)) return false
  if (isButton(source, annotation)) return !annotation.has('AP')
  return appearance === null || needsAppearances(source) || !showsContent(appearance.stream)
}

/** The appearance of an earlier value, where readers draw values themselves and the field has none any more. */
function showsWhatIsEmpty(
  source: ObjectSource,
  annotation: PdfDict,
  appearance: { stream: PdfStream } | null,
): boolean {
  if (nameAt(source, annotation, 'Subtype') !== 'Widget' || !isWritten(source, annotation)) return false
  if (!needsAppearances(source) || hasValueToShow(source, annotation)) return false
  return appearance !== null && showsContent(appearance.stream)
}
