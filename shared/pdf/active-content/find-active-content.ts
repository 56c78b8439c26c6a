import { PdfArray, type PdfDict } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'
import { type Page, readPageTree } from '../page-tree.ts'
import { annotationsOf, isSignatureField, kindsOfAnnotation } from './annotations.ts'
import { findInCatalog, findInPage } from './catalog.ts'
import { findInColourSpace } from './colour-spaces.ts'
import { allFields, needsAppearances } from './fields.ts'
import type { Found } from './found.ts'
import { findHiddenVariants } from './hidden-variants.ts'
import { type ActiveContentKind, activeContentKinds } from './kinds.ts'
import { isLayer, isLayerLike } from './layers.ts'
import { dictionaryAt, reachableContainers, reachableDictionaries } from './objects.ts'
import { isOfOtherFormat } from './other-format.ts'

/**
 * The kinds of active and switchable content in a document, each once; none in a document that is one fixed picture. The
 * signature fields of a signed document do not count. `bytes` is the file that `source` was read from.
 */
export function findActiveContent(
  source: ObjectSource,
  { bytes, signed }: { bytes: Uint8Array; signed: boolean },
): ActiveContentKind[] {
  const pages = readPageTree(source)
  const found = new Set<ActiveContentKind>(isOfOtherFormat(bytes) ? ['other_format'] : [])
  for (const { kind } of findRemovable(source, typeof pages === 'string' ? [] : pages)) found.add(kind)
  for (const kind of kindsOfForm(source, signed)) found.add(kind)
  for (const page of typeof pages === 'string' ? [] : pages)
    for (const annotation of annotationsOf(source, page))
      if (!signed || !isSignatureField(source, annotation))
        for (const kind of kindsOfAnnotation(source, annotation)) found.add(kind)
  if (hasLayers(source)) found.add('layers')
  return activeContentKinds.filter((kind) => found.has(kind))
}

/** What can be taken away at its place, without a change of the pages' own content. */
export function* findRemovable(source: ObjectSource, pages: readonly Page[]): Generator<Found> {
  yield* findInCatalog(source)
  for (const page of pages) yield* findInPage(source, page.dict)
  for (const each of reachableContainers(source)) {
    if (each instanceof PdfArray) yield* findInColourSpace(source, each)
    else yield* findHiddenVariants(source, each)
  }
}

export function kindsOfForm(source: ObjectSource, signed: boolean): ActiveContentKind[] {
  const form = dictionaryAt(source, source.getCatalog(), 'AcroForm')
  if (!form) return []
  const kinds: ActiveContentKind[] = form.has('XFA') ? ['xfa'] : []
  const fields = allFields(source).filter((field) => !signed || !isOfSignature(source, field))
  if (fields.length > 0 || needsAppearances(source)) kinds.push('forms')
  return kinds
}

/** A signature's field, or one that only groups such. */
function isOfSignature(source: ObjectSource, field: PdfDict): boolean {
  return isSignatureField(source, field) || (field.has('Kids') && !field.has('FT'))
}

export function hasLayers(source: ObjectSource): boolean {
  if (source.getCatalog().has('OCProperties')) return true
  for (const dict of reachableDictionaries(source)) {
    if (isLayer(source, dict)) return true
    for (const [, value] of dictionaryAt(source, dict, 'Properties') ?? []) if (isLayerLike(source, value)) return true
  }
  return false
}
