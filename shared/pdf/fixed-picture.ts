import { type PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import { findActiveContent } from './active-content/find-active-content.ts'
import { flattenDocument } from './active-content/flatten-document.ts'
import type { ActiveContentKind, ChangeableDocument, Normalization } from './active-content/kinds.ts'
import { DocumentObjects } from './document-objects.ts'
import { writeDocument } from './written-document.ts'

export interface FixedPicture {
  readonly bytes: Uint8Array
  readonly normalizations: Normalization[]
}

/**
 * Makes a document that `writeDocument` wrote one fixed picture: `found` is the active content that it had before it was
 * written anew. Null where that is not possible.
 */
export function fixedPicture(written: Uint8Array, found: readonly ActiveContentKind[]): FixedPicture | null {
  const document = new ChangedObjects(written)
  // The pages that readers would make of a dynamic form are not in the file (ISO 32000-1 §7.7.2, table 28).
  if (document.getCatalog().getBool('NeedsRendering', (ref) => document.getObject(ref))?.value) return null
  const flattening = flattenDocument(document)
  if (!flattening.flattened) return null
  const bytes = writeDocument(document)
  const objects = new DocumentObjects(bytes)
  if (findActiveContent(objects, { bytes, signed: false }).length > 0) return null
  // What the file was besides went when it was written.
  const isOther = found.includes('other_format')
  const other: Normalization[] = isOther ? [{ kind: 'other_format', count: 1 }] : []
  return { bytes, normalizations: [...flattening.normalizations, ...other] }
}

/** The objects of a document, changed and added to in memory. */
class ChangedObjects implements ChangeableDocument {
  readonly #objects: DocumentObjects
  readonly #added = new Map<number, PdfObject>()
  #end: number

  constructor(written: Uint8Array) {
    this.#objects = new DocumentObjects(written)
    // No reference of a written document leads beyond its objects.
    this.#end = this.#objects.references.end
  }

  getCatalog(): PdfDict {
    return this.#objects.getCatalog()
  }

  getObject(ref: PdfRef): PdfObject | null {
    return this.#added.get(ref.objectNumber) ?? this.#objects.getObject(ref)
  }

  register(object: PdfObject): PdfRef {
    const ref = PdfRef.of(this.#end, 0)
    this.#added.set(ref.objectNumber, object)
    this.#end += 1
    return ref
  }
}
