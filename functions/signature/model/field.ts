import * as v from 'valibot'
import { creatorSchema } from '../../../shared/auth/creator.ts'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'

export const fieldTypes = ['signature', 'initials', 'date', 'text', 'checkbox', 'handwritten_mention'] as const

const storedPart = { sha256: v.string(), size: v.number() }

/** A mention that was written before the signer signs: a picture and, where they were sent, its strokes. */
export const preparedDrawingSchema = v.object({
  /** Names its objects in the bucket. */
  id: uuid,
  ...storedPart,
  strokes: v.nullable(v.object(storedPart)),
  capturedAt: timestampSchema,
  capturedBy: creatorSchema,
})
export type PreparedDrawing = v.InferOutput<typeof preparedDrawingSchema>

/** A field that a signer fills in. Its place is in points from the top-left corner of the page's crop box. */
export const fieldSchema = v.object({
  id: uuid,
  signerId: uuid,
  type: v.picklist(fieldTypes),
  page: v.number(),
  x: v.number(),
  y: v.number(),
  width: v.number(),
  height: v.number(),
  required: v.boolean(),
  label: v.nullable(v.string()),
  text: v.nullable(v.string()),
  mentionText: v.nullable(v.string()),
  /** Of a handwritten mention that was written already. */
  drawing: v.optional(preparedDrawingSchema),
})
export type Field = v.InferOutput<typeof fieldSchema>

const fieldPartSchema = v.object({ requestId: uuid, place: v.number(), fields: v.array(fieldSchema) })

/**
 * The fields of one signer: apart from the request, since fifty of them for each of twenty signers outgrow an item. Each part has
 * a number, so that those of other signers take its place where a draft gets others: one write, not two.
 */
export const fieldParts: Collection<v.InferOutput<typeof fieldPartSchema>> = {
  name: 'signature_fields',
  schema: fieldPartSchema,
  key: ({ requestId, place }) => ({ PK: `SIGREQ#${requestId}`, SK: `REQUEST#FIELDS#${place}` }),
}

/** Writes the fields of each signer that has some, in place of those that the request had before. */
export function writeFields(
  work: UnitOfWork,
  requestId: string,
  { before, after }: { readonly before: readonly Field[]; readonly after: readonly Field[] },
): void {
  const parts = bySigner(after).map((fields, place) => ({ requestId, place, fields }))
  for (const part of parts) work.putPart(fieldParts, part)
  for (let place = parts.length; place < bySigner(before).length; place++)
    work.removePart(fieldParts.key({ requestId, place, fields: [] }))
}

function bySigner(fields: readonly Field[]): Field[][] {
  return [...Map.groupBy(fields, ({ signerId }) => signerId).values()]
}
