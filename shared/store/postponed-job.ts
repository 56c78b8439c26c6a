import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import type { InternalEvent } from '../../events/internal.ts'
import { type Collection, toItem } from './collection.ts'
import { dueKeys } from './due.ts'
import type { Key, Table } from './table.ts'

const postponedJobSchema = v.object({
  /** The id of the job's event, which stays: what the job did already is not done again. */
  id: v.string(),
  type: v.string(),
  data: v.record(v.string(), v.unknown()),
  /** When the event comes again. */
  dueAt: v.string(),
})
/** A job that could not be finished on its day. The sweep puts its event on the bus again when it is due. */
export type PostponedJob = v.InferOutput<typeof postponedJobSchema>

const keyStart = 'POSTPONED#'

export const postponedJobs: Collection<PostponedJob> = {
  name: 'postponed_job',
  schema: postponedJobSchema,
  key: ({ id }) => ({ PK: `${keyStart}${id}`, SK: 'JOB' }),
  toldByKey: ({ PK }) => ({ id: PK.slice(keyStart.length) }),
  indexKeys: ({ id, dueAt }) => dueKeys(id, dueAt),
}

export function isPostponedJobKey({ PK }: Key): boolean {
  return PK.startsWith(keyStart)
}

/** Lets the event of a job come again at a time. */
export async function postponeJob(
  table: Table,
  { id, type, data }: InternalEvent & { readonly id: string },
  dueAt: string,
): Promise<void> {
  const Item = toItem(postponedJobs, { id, type, data, dueAt })
  await table.client.send(new PutCommand({ TableName: table.name, Item }))
}
