import * as v from 'valibot'
import { type Collection, recordsOf } from '../store/collection.ts'
import { lastOfPartition, queryPartition, type Table } from '../store/table.ts'
import { commitSteps, stepsOf } from './commit-steps.ts'
import { openingSteps, type RequestRecord, requestPartition } from './request.ts'
import { type Step, stepActorSchema, stepPrefix } from './step.ts'

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
  leavesNullsOut: true,
  key: ({ requestId, id }) => ({ PK: requestPartition(requestId), SK: `${downloadPrefix}${id}` }),
}

type ActivityEntry = Pick<Step, 'id' | 'at' | 'type' | 'actor' | 'signerId' | 'detail' | 'ip'>

/** The latest entries of a request after its creation, oldest first, which are read by its id alone. */
export async function latestActivity(table: Table, requestId: string): Promise<ActivityEntry[]> {
  const partition = requestPartition(requestId)
  const [stepItems, downloadItems] = await Promise.all([
    lastOfPartition(table, partition, stepPrefix, maxEntries),
    lastOfPartition(table, partition, downloadPrefix, maxEntries),
  ])
  const downloaded = recordsOf(downloads, downloadItems).map((download) => ({ ...download, signerId: null }))
  const all: ActivityEntry[] = [...recordsOf(commitSteps, stepItems).flatMap(stepsOf), ...downloaded]
  return all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** What happened to a request, oldest first: the latest thousand entries. */
export function activityOf(record: RequestRecord, latest: readonly ActivityEntry[]): ActivityEntry[] {
  return [...openingSteps(record), ...latest].slice(-maxEntries)
}

/** The links of a request's chain, in their order. */
export async function chainOf(table: Table, record: RequestRecord): Promise<Step[]> {
  const items = await queryPartition(table, requestPartition(record.id), stepPrefix)
  return [...openingSteps(record), ...recordsOf(commitSteps, items).flatMap(stepsOf)]
}
