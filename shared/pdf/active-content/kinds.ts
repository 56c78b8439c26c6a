import type { PdfObject, PdfRef } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'

/**
 * What can make a document look otherwise elsewhere, do something, or carry what nobody sees:
 * - `layers`: optional content (ISO 32000-2 §8.11)
 * - `actions`: anything that happens on opening, printing or clicking, but for links to the web and inside the document
 * - `scripts`: JavaScript
 * - `forms`: fields to fill in
 * - `xfa`: a second form in XML
 * - `annotations`: anything that lies over a page, but for links without a border
 * - `multimedia`: sound, film, 3D and portfolios
 * - `embedded_files`: attached files
 * - `print_variants`: images, colours and settings that differ between screen and print, or between readers
 * - `external_content`: content that readers would take from other files
 * - `other_format`: the file is also of another format, such as HTML or ZIP
 */
export const activeContentKinds = [
  'layers',
  'actions',
  'scripts',
  'forms',
  'xfa',
  'annotations',
  'multimedia',
  'embedded_files',
  'print_variants',
  'external_content',
  'other_format',
] as const
export type ActiveContentKind = (typeof activeContentKinds)[number]

/** What was done to a document before anybody saw it. `structure`: it was written anew, as readers may read its bytes differently. */
export const normalizationKinds = ['structure', ...activeContentKinds] as const
export type NormalizationKind = (typeof normalizationKinds)[number]

/** `count`: how many things of this kind were resolved, flattened or removed; at least 1. */
export interface Normalization {
  readonly kind: NormalizationKind
  readonly count: number
}

/** Either all active content is gone, or `found` cannot be made one fixed picture and the document is refused. */
export type Flattening =
  | { readonly flattened: true; readonly normalizations: Normalization[] }
  | { readonly flattened: false; readonly found: ActiveContentKind[] }

/** Objects that it gives may be changed, and new ones be added. */
export interface ChangeableDocument extends ObjectSource {
  register(object: PdfObject): PdfRef
}
