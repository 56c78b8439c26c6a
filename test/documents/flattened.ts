import { PDF } from '@libpdf/core'
import { findActiveContent } from '../../shared/pdf/active-content/find-active-content.ts'
import { flattenDocument } from '../../shared/pdf/active-content/flatten-document.ts'
import type { ActiveContentKind, Flattening } from '../../shared/pdf/active-content/kinds.ts'

/** Flattens and writes anew. */
export async function flattened(bytes: Uint8Array): Promise<{ result: Flattening; pdf: Buffer }> {
  const pdf = await PDF.load(bytes)
  const result = flattenDocument(pdf as never)
  return { result, pdf: Buffer.from(await pdf.save()) }
}

export async function activeContentOf(bytes: Uint8Array, signed = false): Promise<ActiveContentKind[]> {
  return findActiveContent((await PDF.load(bytes)) as never, { bytes, signed })
}
