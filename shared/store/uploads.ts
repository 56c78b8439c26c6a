import * as v from 'valibot'
import { dayMs } from '../clock.ts'
import type { ErrorCode } from '../errors/error-codes.ts'
import { refuse } from '../errors/refusal.ts'
import { marshalled } from './attributes.ts'
import type { Collection } from './collection.ts'

import type { Work } from './work.ts'

/** A file that a principal is to put, or has put, into the uploads bucket by a presigned URL. */
export const uploadSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** The account that made it, and alone may use it. */
  principalId: v.string(),
  fileName: v.string(),
  contentType: v.string(),
  size: v.number(),
  /** Hex; null when the caller did not say. */
  sha256: v.nullable(v.string()),
  key: v.string(),
  createdAt: v.string(),
  usedAt: v.nullable(v.string()),
  version: v.number(),
})
export type Upload = v.InferOutput<typeof uploadSchema>

/** An upload can be used for a day. */
export const uploadUsableForMs = dayMs

export function uploadKey(id: string) {
  return { PK: `UPLOAD#${id}`, SK: 'UPLOAD' }
}

export const uploads: Collection<Upload> = {
  name: 'upload',
  schema: uploadSchema,
  key: (upload) => uploadKey(upload.id),
  expiresAtSec: (upload) => Math.ceil((Date.parse(upload.createdAt) + uploadUsableForMs) / 1000),
}

export const noSuchUpload = refuse(
  'file_required',
  'Send the file in the part named file, or the uploadId of a file that you uploaded within 24 hours and have not used yet.',
)

/** Uses an upload up, together with what is made of it: two requests never share one. */
export function useUpload(
  work: Work,
  upload: Upload,
  { usedAt, ifTaken }: { readonly usedAt: string; readonly ifTaken: ErrorCode },
): void {
  const { PK, SK } = uploadKey(upload.id)
  work.write(
    (TableName) => ({
      Update: {
        TableName,
        Key: marshalled({ PK, SK }),
        UpdateExpression: 'SET #record.usedAt = :at ADD #record.#version :one',
        ConditionExpression: '#record.usedAt = :unused',
        ExpressionAttributeNames: { '#record': 'record', '#version': 'version' },
        ExpressionAttributeValues: marshalled({ ':at': usedAt, ':unused': null, ':one': 1 }),
      },
    }),
    { ...noSuchUpload, refused: ifTaken },
  )
}
