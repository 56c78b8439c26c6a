import type { ReceivedFile } from '../../../shared/http/body.ts'
import type { ReadablePdf } from '../../../shared/pdf/pdf-inspection.ts'
import { putDocument, type StoredFile } from '../../../shared/store/documents.ts'
import { type DocumentOwner, normalizedKey, originalKey } from '../model/document-keys.ts'

/** The files of a new document. */
export interface StoredFiles {
  readonly upload: StoredFile
  /** Null where the upload itself is shown. */
  readonly normalized: StoredFile | null
}

/** Stores each file of a document under a key of its own, as an orphan until a commit names it. */
export async function storeFiles(
  place: DocumentOwner,
  { bytes, content: { shown } }: ReceivedFile<ReadablePdf>,
): Promise<StoredFiles> {
  const [upload, normalized] = await Promise.all([
    putDocument(originalKey(place), bytes),
    shown && putDocument(normalizedKey(place), shown),
  ])
  return { upload, normalized }
}
