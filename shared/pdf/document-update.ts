import type { PdfObject, PdfRef } from '@libpdf/core'
import type { ObjectSource } from './document-objects.ts'
import { Revision } from './revision.ts'

/** A document in the making: objects that it gives may be changed, and new ones be added. */
export interface DocumentUpdate extends ObjectSource {
  register(object: PdfObject): PdfRef
  /** Says what readers show of the document (/Info and its metadata). What it says of itself besides stays. */
  describe(description: DocumentDescription): void
}

export interface DocumentDescription {
  /** Only of a document that has none. */
  readonly title: string
  /** The program that writes this revision; also that of the document where it names none. */
  readonly producer: string
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
