import * as v from 'valibot'
import { type Collection, recordsOf } from '../store/collection.ts'
import { lastOfPartition, queryPartition, type Table } from '../store/table.ts'
import { requestPartition } from './request.ts'
import { type Step, stepActorSchema, stepPrefix, steps } from './step.ts'

/** The most entries that one answer tells. */
const maxEntries = 1_000

const downloadSchema = v.object({
  requestId: v.string(),
  id: v.string(),
  at: v.string(),
  type: v.literal('downloaded'),
  actor: stepActorSchema,
  detail: v.object({ variant: v.string() }),
  ip: v.nullable(v.string()),
  userAgent: v.nullable(v.string()),
})
export type Download = v.InferOutput<typeof downloadSchema>

const downloadPrefix = 'DOWNLOAD#'

/** Downloads stand beside the chain of steps: they go on after the evidence was sealed. */
export const downloads: Collection<Download> = {
  name: 'signature_download',
  schema: downloadSchema,
  key: ({ requestId, id }) => ({ PK: requestPartition(requestId), SK: `${downloadPrefix}${id}` }),
}

type ActivityEntry = Pick<Step, 'id' | 'at' | 'type' | 'actor' | 'signerId' | 'detail' | 'ip'>

/** What happened to a request, oldest first: the latest thousand entries. */
export async function activityOf(table: Table, requestId: string): Promise<ActivityEntry[]> {
  const partition = requestPartition(requestId)
  const [stepItems, downloadItems] = await Promise.all([
    lastOfPartition(table, partition, stepPrefix, maxEntries),
    lastOfPartition(table, partition, downloadPrefix, maxEntries),
  ])
  const downloaded = recordsOf(downloads, downloadItems).map((download) => ({ ...download, signerId: null }))
  const all: ActivityEntry[] = [...recordsOf(steps, stepItems), ...downloaded]
  return all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).slice(-maxEntries)
}

/** The links of a request's chain, in their order. */
export async function chainOf(table: Table, requestId: string): Promise<Step[]> {
  return recordsOf(steps, await queryPartition(table, requestPartition(requestId), stepPrefix))
}
