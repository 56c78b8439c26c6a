import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { busSources } from '../../events/internal.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import type { DueHandler } from '../../shared/store/due.ts'
import { isPostponedJobKey, type PostponedJob, postponedJobs } from '../../shared/store/postponed-job.ts'
import { getItems, type Table } from '../../shared/store/table.ts'
import { putOnBus } from './publish.ts'

/** Puts the events of postponed jobs on the bus again, under their ids. */
export const duePostponedJobs: DueHandler = {
  kind: 'DUE',
  owns: isPostponedJobKey,
  handle: async ({ table, clock }, keys) => {
    const read = recordsOf(postponedJobs, await getItems(table, keys))
    // The index may lag behind a job that was postponed again.
    const due = read.filter(({ dueAt }) => Date.parse(dueAt) <= clock())
    const outgoing = due.map((job) => ({ source: busSources.internal, detail: eventOf(job) }))
    const arrived = await putOnBus(outgoing)
    const done = due.filter((_, index) => arrived[index])
    await Promise.all(done.map((job) => forget(table, job)))
    return done.length
  },
}

function eventOf({ id, type, data, dueAt }: PostponedJob) {
  return { id, type, createdAt: dueAt, data }
}

/** Removes the item, unless the job was postponed again since. */
async function forget(table: Table, { dueAt, ...job }: PostponedJob): Promise<void> {
  try {
    await table.client.send(
      new DeleteCommand({
        TableName: table.name,
        Key: postponedJobs.key({ ...job, dueAt }),
        ConditionExpression: '#record.dueAt = :dueAt',
        ExpressionAttributeNames: { '#record': 'record' },
        ExpressionAttributeValues: { ':dueAt': dueAt },
      }),
    )
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}
