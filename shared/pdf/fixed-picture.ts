import { isDeepStrictEqual } from 'node:util'
import { findActiveContent } from './active-content/find-active-content.ts'
import { flattenDocument } from './active-content/flatten-document.ts'
import type { ActiveContentKind, Normalization } from './active-content/kinds.ts'
import type { PageGeometry } from './page-geometry.ts'
import { readPageTree } from './page-tree.ts'
import { type ReadDocument, readDocument } from './read-document.ts'

export interface FixedPicture {
  readonly bytes: Uint8Array
  readonly normalizations: Normalization[]
}

/**
 * Makes a document one fixed picture, changing it in memory: `found` is the active content that its file has. Null where
 * that is not possible.
 */
export async function fixedPicture(
  document: ReadDocument,
  found: readonly ActiveContentKind[],
): Promise<FixedPicture | null> {
  // The pages that readers would make of a dynamic form are not in the file (ISO 32000-1 §7.7.2, table 28).
  if (document.getCatalog().getBool('NeedsRendering', (ref) => document.getObject(ref))?.value) return null
  const geometries = geometriesOf(document)
  const flattening = flattenDocument(document)
  if (!flattening.flattened) return null
  const bytes = document.write()
  const written = await readDocument(bytes)
  if (!written.readable || written.faults.length > 0) throw new Error('A written document has faults')
  // Fields were placed on the pages of the upload.
  if (!isDeepStrictEqual(geometriesOf(written.document), geometries)) return null
  if (findActiveContent(written.document, { bytes, signed: false }).length > 0) return null
  // Whatever else the file was went when it was written.
  const other: Normalization[] = found.includes('other_format') ? [{ kind: 'other_format', count: 1 }] : []
  return { bytes, normalizations: [...flattening.normalizations, ...other] }
}

function geometriesOf(document: ReadDocument): PageGeometry[] | null {
  const pages = readPageTree(document)
  return typeof pages === 'string' ? null : pages.map((page) => page.geometry)
}
