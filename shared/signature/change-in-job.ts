import type { Platform } from '../platform.ts'
import { commit } from '../store/commit.ts'
import { queryPartition } from '../store/table.ts'
import { type Author, Work } from '../store/work.ts'
import { applyChange, type Change } from './change.ts'
import { type RequestRecord, type SignatureRequest, signatureRequests } from './request.ts'

/** How often a job decides anew when somebody else wrote first; after that its message comes again. */
const maxTries = 5

/** A request, for a job that the service itself told of it. */
export async function requestForJob(platform: Platform, requestId: string): Promise<SignatureRequest | null> {
  const { partition, startingWith } = signatureRequests.partition(requestId)
  return signatureRequests.decode(await queryPartition(platform.table, partition, startingWith))
}

/** What a job decides on a request as it stands; null: nothing is to be done (any more). */
export type Decision = (record: RequestRecord) => Change | null

/**
 * Changes a request as a job: decided on its current state and committed on that state alone, so that a message that
 * comes twice has one effect. Gives the record as it stands afterwards, or null when nothing was changed.
 */
export async function changeInJob(
  platform: Platform,
  requestId: string,
  decide: Decision,
): Promise<RequestRecord | null> {
  for (let round = 0; round < maxTries; round++) {
    const request = await requestForJob(platform, requestId)
    const change = request ? decide(request.record) : null
    if (!request || !change) return null
    const work = new Work({ ...platform, author: systemAuthor(requestId) })
    const next = applyChange(work, request.record, change, { nowMs: platform.clock(), ids: platform.ids })
    const outcome = await commit(platform.table, work)
    if (outcome === 'committed') return next
    if (outcome !== 'stale') throw new Error(`a job was refused: ${outcome.refused}`)
  }
  throw new Error(`the signature request ${requestId} kept changing`)
}

function systemAuthor(requestId: string): Author {
  return { actor: { type: 'system', id: null, name: 'Sealpost' }, requestId, ip: null, userAgent: null }
}
