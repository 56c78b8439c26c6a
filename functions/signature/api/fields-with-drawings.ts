import { timestamp } from '../../../shared/platform/clock.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import type { Field, PreparedDrawing } from '../model/field.ts'

interface Making {
  readonly requestId: string
  readonly work: UnitOfWork
  readonly createdBy: PreparedDrawing['capturedBy']
  readonly ids: () => string
  readonly nowMs: number
}

/** The fields of a new request with the pictures that came with it, which are stored. Gives the keys of these, too. */
export async function fieldsWithDrawings(
  fields: readonly Field[],
  pictures: ReadonlyMap<string, Uint8Array>,
  { requestId, work, createdBy, ids, nowMs }: Making,
): Promise<{ readonly fields: Field[]; readonly keys: readonly string[] }> {
  if (pictures.size === 0) return { fields: [...fields], keys: [] }
  const { storeDrawing } = await import('./store-drawing.ts')
  const keys: string[] = []
  const drawn = fields.map(async (field): Promise<Field> => {
    const picture = pictures.get(field.id)
    if (!picture) return field
    const { id, signerId } = { id: ids(), signerId: field.signerId }
    const capturedAt = timestamp(nowMs)
    const made = { id, requestId, signerId, picture, written: null, capturedAt, capturedBy: createdBy }
    const stored = await storeDrawing(work, made)
    keys.push(...stored.keys)
    return { ...field, drawing: stored.drawing }
  })
  return { fields: await Promise.all(drawn), keys }
}
