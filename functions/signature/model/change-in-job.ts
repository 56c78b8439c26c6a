import { isRefusal } from '../../../shared/errors/refusal.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { commit } from '../../../shared/store/commit.ts'
import { withOptimisticRetry } from '../../../shared/store/optimistic-retry.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { queryPartition } from '../../../shared/store/table.ts'
import { timeIn } from '../../../shared/store/test-mode.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { applyChange, type Change, recordedAtMs } from './change.ts'
import { type RequestRecord, type SignatureRequest, signatureRequests } from './request.ts'

/**
 * From 10 to 640 ms: many jobs may change one request at once, as when news of the e-mails to all its signers arrives. After the
 * last try the job's message comes again.
 */
const retries = { maxTries: 5, pauseMs: (retry: number) => 10 * 4 ** (retry - 1) }

/** A request, for a job that the service itself told of it. */
export async function requestForJob(platform: Platform, requestId: string): Promise<SignatureRequest | null> {
  const { partition, startingWith } = signatureRequests.partition(requestId)
  return signatureRequests.decode(await queryPartition(platform.table, partition, startingWith))
}

/** What a job decides on a request as it stands, at this moment; null: nothing is to be done (any more). */
export type Decision = (record: RequestRecord, nowMs: number) => Change | null | Promise<Change | null>

/**
 * Changes a request as a job: decided on its current state and committed on that state alone, so that a message that
 * comes twice has one effect. Gives the record as it stands afterwards, or null when nothing was changed.
 */
export async function changeInJob(
  platform: Platform,
  requestId: string,
  decide: Decision,
  /** What else is written in the same commit. */
  beside?: (work: UnitOfWork) => void,
): Promise<RequestRecord | null> {
  const outcome = await withOptimisticRetry(retries, async () => {
    const request = await requestForJob(platform, requestId)
    // One moment for all: what a record says of a step's time is what the chain says.
    if (!request) return null
    const nowMs = recordedAtMs(request.record, await timeIn(platform, request.record.orgId))
    const change = await decide(request.record, nowMs)
    if (!change) return null
    const work = new UnitOfWork({ ...platform, author: systemAuthor(requestId) })
    const next = applyChange(work, request.record, change, { nowMs, ids: platform.ids, isBackground: true })
    beside?.(work)
    const committed = await commit(platform.table, work)
    if (isRefusal(committed)) throw new Error(`a job was refused: ${committed.refused}`)
    return committed === 'stale' ? 'stale' : next
  })
  if (outcome === 'stale') throw new Error(`the signature request ${requestId} kept changing`)
  return outcome
}
