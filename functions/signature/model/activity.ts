import * as v from 'valibot'
import type { Situation } from '../../../shared/http/operation.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { type Collection, recordsOf } from '../../../shared/store/collection.ts'
import { lastOfPartition, queryPartition, type Table } from '../../../shared/store/table.ts'
import { commitSteps, stepsOf } from './commit-steps.ts'
import { openingSteps, type RequestRecord, requestPartition } from './request.ts'
import { type Step, type StepActor, stepActorSchema, stepPrefix } from './step.ts'
import type { DocumentVariant } from './stored-document.ts'

/** The most entries that one answer tells. */
const maxEntries = 1_000

const downloadSchema = v.object({
  requestId: v.string(),
  id: v.string(),
  at: v.string(),
  type: v.literal('downloaded'),
  actor: stepActorSchema,
  /** Null where no signer did it. */
  signerId: v.nullable(v.string()),
  /** The link of a session is one that the sender got. */
  detail: v.object({ variant: v.string(), link: v.optional(v.literal('session')) }),
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

/** Who downloaded what. */
interface Downloading {
  readonly record: RequestRecord
  readonly variant: DocumentVariant
  readonly actor: StepActor
  readonly signerId: string | null
  readonly isBySessionLink?: boolean
}

/** Notes a download with what is committed. */
export function noteDownload(
  { work, clock, ids, origin: { ip, userAgent } }: Pick<Situation, 'work' | 'clock' | 'ids' | 'origin'>,
  { record: { id: requestId }, variant, actor, signerId, isBySessionLink = false }: Downloading,
): void {
  const nowMs = clock()
  const [id, at] = [ids(nowMs), timestamp(nowMs)]
  const detail = { variant, ...(isBySessionLink && { link: 'session' as const }) }
  work.putPart(downloads, { requestId, id, at, type: 'downloaded', actor, signerId, detail, ip, userAgent })
}

type ActivityEntry = Pick<Step, 'id' | 'at' | 'type' | 'actor' | 'signerId' | 'detail' | 'ip'>

/** The latest that happened to a request after its creation, oldest first. */
interface Activity {
  readonly steps: readonly ActivityEntry[]
  readonly downloads: readonly ActivityEntry[]
}

/** What is read of it by the id of the request alone. */
export async function latestActivity(table: Table, requestId: string): Promise<Activity> {
  const partition = requestPartition(requestId)
  const [stepItems, downloadItems] = await Promise.all([
    lastOfPartition(table, partition, stepPrefix, maxEntries),
    lastOfPartition(table, partition, downloadPrefix, maxEntries),
  ])
  return { steps: recordsOf(commitSteps, stepItems).flatMap(stepsOf), downloads: recordsOf(downloads, downloadItems) }
}

/**
 * What happened to a request, oldest first: the latest thousand entries. Whoever has a link can download without end, and is not to
 * push out what happened.
 */
export function activityOf(record: RequestRecord, latest: Activity): ActivityEntry[] {
  const steps = [...openingSteps(record), ...latest.steps].slice(-maxEntries)
  const room = maxEntries - steps.length
  const downloaded = room === 0 ? [] : latest.downloads.slice(-room)
  return [...steps, ...downloaded].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** The links of a request's chain, in their order. */
export async function chainOf(table: Table, record: RequestRecord): Promise<Step[]> {
  const items = await queryPartition(table, requestPartition(record.id), stepPrefix)
  return [...openingSteps(record), ...recordsOf(commitSteps, items).flatMap(stepsOf)]
}
