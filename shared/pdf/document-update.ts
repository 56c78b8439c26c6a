import { PDF, type PdfObject, type PdfRef } from '@libpdf/core'
import type { ObjectSource } from './document-objects.ts'
import { Revision } from './revision.ts'
import { UnusualPdf } from './unusual-pdf.ts'

/** A document in the making: objects that it gives may be changed, and new ones be added. */
export interface DocumentUpdate extends ObjectSource {
  register(object: PdfObject): PdfRef
  save(): Promise<SavedUpdate>
}

export interface SavedUpdate {
  readonly bytes: Buffer
  /** How many bytes of the original it starts with: all of them, or none when its structure had to be rebuilt. */
  readonly keptBytes: number
}

/**
 * Changes a document and saves it: what changed is appended as one revision (ISO 32000-2 §7.5.6), and every byte of the
 * original stays. A file whose structure is damaged or unusual is taken by the library, and may be written anew;
 * `change` is then called a second time.
 */
export async function updateDocument<Result>(
  original: Uint8Array,
  change: (update: DocumentUpdate) => Promise<Result>,
): Promise<SavedUpdate & { result: Result }> {
  try {
    return await changeAndSave(new Revision(original), change)
  } catch (error) {
    if (!(error instanceof UnusualPdf)) throw error
    return await changeAndSave(await libraryUpdate(original), change)
  }
}

async function changeAndSave<Result>(update: DocumentUpdate, change: (update: DocumentUpdate) => Promise<Result>) {
  const result = await change(update)
  return { result, ...(await update.save()) }
}

async function libraryUpdate(original: Uint8Array): Promise<DocumentUpdate> {
  const pdf = await PDF.load(original)
  return {
    getCatalog: () => pdf.getCatalog(),
    getObject: (ref) => pdf.getObject(ref),
    register: (object) => pdf.register(object),
    save: async () => {
      const keptBytes = pdf.canSaveIncrementally() === null ? original.length : 0
      const saved = await pdf.save({ incremental: true })
      return { bytes: Buffer.from(saved.buffer, saved.byteOffset, saved.byteLength), keptBytes }
    },
  }
}
