import type { Handwriting } from '../../../shared/pdf/handwriting.ts'
import { dropDocument, putImage, putStrokes, type StoredFile } from '../../../shared/store/documents.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { drawingKeys } from '../model/document-keys.ts'
import type { PreparedDrawing } from '../model/field.ts'

interface Drawn {
  readonly id: string
  readonly requestId: string
  readonly signerId: string
  readonly picture: Uint8Array
  readonly written: Handwriting | null
  readonly capturedAt: string
  readonly capturedBy: PreparedDrawing['capturedBy']
}

/** Stores a mention under keys of its own, as orphans until a commit names them. Gives its record and the keys. */
export async function storeDrawing(
  work: UnitOfWork,
  { id, requestId, signerId, picture, written, capturedAt, capturedBy }: Drawn,
): Promise<{ readonly drawing: PreparedDrawing; readonly keys: readonly string[] }> {
  const keys = drawingKeys({ requestId, signerId }, id)
  for (const key of written ? [keys.picture, keys.strokes] : [keys.picture])
    work.ifNotCommitted(() => dropDocument(key))
  const [stored, strokes] = await Promise.all([
    putImage(keys.picture, picture, 'image/png'),
    written && putStrokes(keys.strokes, await fileOf(written)),
  ])
  const drawing = { id, ...partOf(stored), strokes: strokes && partOf(strokes), capturedAt, capturedBy }
  return { drawing, keys: strokes ? [keys.picture, keys.strokes] : [keys.picture] }
}

async function fileOf(written: Handwriting): Promise<Buffer> {
  const { handwritingFile } = await import('../../../shared/pdf/handwriting.ts')
  return handwritingFile(written)
}

const partOf = ({ sha256, size }: StoredFile) => ({ sha256, size })
