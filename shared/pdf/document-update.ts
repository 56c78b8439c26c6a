import type { PdfObject, PdfRef } from '@libpdf/core'
import type { ObjectSource } from './document-objects.ts'
import { Revision } from './revision.ts'

/** A document in the making: objects that it gives may be changed, and new ones be added. */
export interface DocumentUpdate extends ObjectSource {
  register(object: PdfObject): PdfRef
}

/**
 * Changes a document: what changed is appended as one revision (ISO 32000-2 §7.5.6), and every byte of the original stays.
 * Throws `UnusualPdf` for a file that our reading of uploads would have written anew.
 */
export async function updateDocument<Result>(
  original: Uint8Array,
  change: (update: DocumentUpdate) => Promise<Result>,
): Promise<{ bytes: Buffer; result: Result }> {
  const revision = new Revision(original)
  const result = await change(revision)
  return { bytes: revision.save(), result }
}
