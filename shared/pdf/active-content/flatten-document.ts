import type { PdfDict } from '@libpdf/core'
import { PageContentForms } from '../page-content-form.ts'
import { readPageTree } from '../page-tree.ts'
import { annotationsOf, kindsOfAnnotation, takeAnnotations } from './annotations.ts'
import { CannotFlatten } from './cannot-flatten.ts'
import { tidyCatalog, tidyPage } from './catalog.ts'
import { drawOverPage } from './draw-over-page.ts'
import { allFields } from './fields.ts'
import { findRemovable, hasLayers, kindsOfForm } from './find-active-content.ts'
import {
  type ActiveContentKind,
  activeContentKinds,
  type ChangeableDocument,
  type Flattening,
  type Normalization,
} from './kinds.ts'
import { LayerVisibility } from './layer-visibility.ts'
import { resolveLayers } from './layers.ts'
import { clear, isPlainDictionary, nameAt } from './objects.ts'

/**
 * Makes a document one fixed picture: what our page shows of it becomes content of its pages, and all else that is active
 * goes. The objects change in memory; what can no longer be reached goes when the document is written anew, and with that
 * any other format that the file was of. Page boxes and rotation stay.
 */
export function flattenDocument(document: ChangeableDocument): Flattening {
  try {
    return { flattened: true, normalizations: flatten(document) }
  } catch (error) {
    if (error instanceof CannotFlatten) return { flattened: false, found: [error.kind] }
    throw error
  }
}

function flatten(document: ChangeableDocument): Normalization[] {
  const pages = readPageTree(document)
  if (typeof pages === 'string') throw new Error(`The page tree is ${pages}`)
  const counts = new Map<ActiveContentKind, number>()
  const add = (kind: ActiveContentKind, count = 1) => counts.set(kind, (counts.get(kind) ?? 0) + count)
  const removable = [...findRemovable(document, pages)]
  const annotations = new Set(pages.flatMap((page) => annotationsOf(document, page)))
  for (const annotation of annotations) for (const kind of kindsOfAnnotation(document, annotation)) add(kind)
  for (const kind of kindsOfForm(document, false)) if (kind === 'xfa' || !counts.has(kind)) add(kind)

  // First of all: streams are unpacked below, and are to be as our page takes them.
  for (const { kind, resolve } of removable) {
    resolve()
    add(kind)
  }
  const layers = new LayerVisibility(document)
  const gone = new Set<PdfDict>(allFields(document))
  const drawn = pages.map((page) => ({ page, appearances: takeAnnotations(document, page, { layers, gone }) }))
  for (const each of gone) if (isOwnObject(document, each)) clear(each)
  document.getCatalog().delete('AcroForm')
  // Before layers are resolved, as appearances may have some.
  const contentForms = new PageContentForms(document)
  for (const { page, appearances } of drawn) drawOverPage(document, page, { appearances, contentForms })
  if (hasLayers(document)) add('layers', Math.max(1, resolveLayers(document, pages)))
  tidyCatalog(document)
  for (const page of pages) tidyPage(page.dict)
  return activeContentKinds.flatMap((kind) => (counts.has(kind) ? [{ kind, count: counts.get(kind) ?? 1 }] : []))
}

/** A form may name anything as its field, even a page. */
function isOwnObject(document: ChangeableDocument, dict: PdfDict): boolean {
  return isPlainDictionary(dict) && !['Page', 'Pages', 'Catalog'].includes(nameAt(document, dict, 'Type') ?? '')
}
