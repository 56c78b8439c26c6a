import * as v from 'valibot'
import type { Collection } from '../store/collection.ts'

const uuid = v.pipe(v.string(), v.uuid())

export const fieldTypes = ['signature', 'initials', 'date', 'text', 'checkbox', 'handwritten_mention'] as const

/** Something that a signer fills in, at a place of the document: points from the top-left corner of the page's crop box. */
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
})
export type Field = v.InferOutput<typeof fieldSchema>

const fieldPartSchema = v.object({ requestId: uuid, signerId: uuid, fields: v.array(fieldSchema) })

/** The fields of one signer: apart from the request, since fifty of them for each of twenty signers outgrow an item. */
export const fieldParts: Collection<v.InferOutput<typeof fieldPartSchema>> = {
  name: 'signature_fields',
  schema: fieldPartSchema,
  leavesNullsOut: true,
  key: ({ requestId, signerId }) => ({ PK: `SIGREQ#${requestId}`, SK: `REQUEST#FIELDS#${signerId}` }),
}
