import { findActiveContent } from '../../../shared/pdf/active-content/find-active-content.ts'
import { flattenDocument } from '../../../shared/pdf/active-content/flatten-document.ts'
import type { ActiveContentKind, Flattening } from '../../../shared/pdf/active-content/kinds.ts'
import { type ReadDocument, readDocument } from '../../../shared/pdf/read-document.ts'

/** Flattens and writes anew. */
export async function flattened(bytes: Uint8Array): Promise<{ result: Flattening; pdf: Buffer }> {
  const document = await read(bytes)
  const result = flattenDocument(document)
  return { result, pdf: Buffer.from(document.write()) }
}

export async function activeContentOf(bytes: Uint8Array, signed = false): Promise<ActiveContentKind[]> {
  return findActiveContent(await read(bytes), { bytes, signed })
}

async function read(bytes: Uint8Array): Promise<ReadDocument> {
  const reading = await readDocument(bytes)
  if (!reading.readable) throw new Error(reading.reason)
  return reading.document
}
