import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import type { ErrorCode } from '../errors/error-codes.ts'
import { refuse } from '../errors/refusal.ts'
import { dayMs } from '../platform/clock.ts'
import { uuid } from '../platform/ids.ts'
import { type Collection, fromItem } from './collection.ts'
import type { Table } from './table.ts'
import type { UnitOfWork } from './unit-of-work.ts'

const claimSchema = v.object({
  /** What it is to be used for, as a hash. */
  purpose: v.string(),
  /** What the ids of that which is made of it follow from. */
  idRoot: v.string(),
})
/** Who commits in parts claims an upload before the first of them: whoever comes for something else is refused in time. */
export type UploadClaim = v.InferOutput<typeof claimSchema>

/** A file that a principal is to put, or has put, into the uploads bucket by a presigned URL. */
export const uploadSchema = v.object({
  id: uuid,
  /** Who made it, and alone may use it: see `uploaderOf` in shared/auth. */
  principalId: v.string(),
  fileName: v.string(),
  contentType: v.string(),
  size: v.number(),
  /** Hex; null when the caller did not say. */
  sha256: v.nullable(v.string()),
  key: v.string(),
  createdAt: v.string(),
  usedAt: v.nullable(v.string()),
  claim: v.optional(claimSchema),
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

const isUnused = 'attribute_exists(PK) AND attribute_not_exists(#record.usedAt)'

/**
 * Claims an upload that is not used yet, and tells the claim that holds: of the same purpose it is the first one's, since an
 * interrupted request comes again. Null where it is used, or claimed for something else.
 */
export async function claimUpload(table: Table, upload: Upload, mine: UploadClaim): Promise<UploadClaim | null> {
  const command = new UpdateCommand({
    TableName: table.name,
    Key: uploadKey(upload.id),
    UpdateExpression: 'SET #record.claim = if_not_exists(#record.claim, :mine)',
    ConditionExpression: `${isUnused} AND (attribute_not_exists(#record.claim) OR #record.claim.purpose = :purpose)`,
    ExpressionAttributeNames: { '#record': 'record' },
    ExpressionAttributeValues: { ':mine': mine, ':purpose': mine.purpose },
    ReturnValues: 'ALL_NEW',
  })
  try {
    const { Attributes } = await table.client.send(command)
    return (Attributes && fromItem(uploads, Attributes).claim) ?? null
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null
    throw error
  }
}

interface Use {
  readonly usedAt: string
  readonly ifTaken: ErrorCode
  /** The claim that holds. Whoever shares it has made the same of the upload, and may have used it up already. */
  readonly claim?: UploadClaim | null
}

/** Uses an upload up, together with what is made of it: no two requests make different things of one. */
export function useUpload(work: UnitOfWork, upload: Upload, { usedAt, ifTaken, claim = null }: Use): void {
  const { PK, SK } = uploadKey(upload.id)
  work.write(
    (TableName) => ({
      Update: {
        TableName,
        Key: { PK, SK },
        UpdateExpression: 'SET #record.usedAt = :at ADD #record.#version :one',
        ConditionExpression: claim
          ? '#record.claim.purpose = :purpose'
          : `${isUnused} AND attribute_not_exists(#record.claim)`,
        ExpressionAttributeNames: { '#record': 'record', '#version': 'version' },
        ExpressionAttributeValues: {
          ':at': usedAt,
          ':one': 1,
          ...(claim && { ':purpose': claim.purpose }),
        },
      },
    }),
    { ...noSuchUpload, refused: ifTaken },
  )
}
