import { findActiveContent } from '../../shared/pdf/active-content/find-active-content.ts'
import { flattenDocument } from '../../shared/pdf/active-content/flatten-document.ts'
import type { ActiveContentKind, Flattening } from '../../shared/pdf/active-content/kinds.ts'
import { DocumentObjects } from '../../shared/pdf/document-objects.ts'
import { Revision } from '../../shared/pdf/revision.ts'
import { writeDocument } from '../../shared/pdf/written-document.ts'

/** Flattens and writes anew. */
export function flattened(bytes: Uint8Array): { result: Flattening; pdf: Buffer } {
  const document = new Revision(bytes)
  const result = flattenDocument(document)
  return { result, pdf: writeDocument(document) }
}

export function activeContentOf(bytes: Uint8Array, signed = false): ActiveContentKind[] {
  return findActiveContent(new DocumentObjects(bytes), { bytes, signed })
}
