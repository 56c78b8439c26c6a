import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { type Collection, fromItem, toItem } from '../../../shared/store/collection.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem } from '../../../shared/store/table.ts'
import type { Item } from './item.ts'
import { mailPartition } from './mail.ts'

/**
 * Notes, before the call, that an attempt of an item is sent to a vendor that would send it twice if it were asked twice. Where there
 * is a mark and no outcome, nobody knows whether the vendor has the item.
 */
const markSchema = v.object({ mailId: v.string(), itemId: v.string(), attempt: v.number(), atMs: v.number() })
export type SubmissionMark = v.InferOutput<typeof markSchema>

type Attempt = Pick<Item, 'mailId' | 'id' | 'attempt'>

export const submissionMarks: Collection<SubmissionMark> = {
  name: 'vendor_submission_mark',
  schema: markSchema,
  key: ({ mailId, itemId, attempt }) => submissionMarkKey({ mailId, id: itemId, attempt }),
}

export function submissionMarkKey({ mailId, id, attempt }: Attempt) {
  return { PK: mailPartition(mailId), SK: `VENDORMARK#${id}#${attempt}` }
}

export async function readMark({ table }: Pick<Platform, 'table'>, attempt: Attempt): Promise<SubmissionMark | null> {
  const found = await getItem(table, submissionMarkKey(attempt))
  return found && fromItem(submissionMarks, found)
}

/** Throws where another job has marked the attempt. */
export async function markSubmission(
  { table }: Pick<Platform, 'table'>,
  { mailId, id: itemId, attempt }: Attempt,
  atMs: number,
): Promise<void> {
  const Item = toItem(submissionMarks, { mailId, itemId, attempt, atMs })
  const put = new PutCommand({ TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' })
  await table.client.send(put).catch((error: unknown) => {
    if (error instanceof ConditionalCheckFailedException) throw new Error('another job hands the item over')
    throw error
  })
}

/** The vendor said that it did not take the attempt. */
export async function removeMark({ table }: Pick<Platform, 'table'>, attempt: Attempt): Promise<void> {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: submissionMarkKey(attempt) }))
}
