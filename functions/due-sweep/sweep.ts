import { jobLogger } from '../../shared/job.ts'
import type { Platform } from '../../shared/platform.ts'
import type { Change } from '../../shared/signature/change.ts'
import { changeInJob } from '../../shared/signature/change-in-job.ts'
import { type RequestRecord, requests } from '../../shared/signature/request.ts'
import { awaitsSeal, sealAsked } from '../../shared/signature/seal-transitions.ts'
import { type Cause, expired, system } from '../../shared/signature/transitions.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { dueItems } from '../../shared/store/due.ts'
import { outbox } from '../../shared/store/outbox.ts'
import { publish } from '../../shared/store/publish.ts'

/** The most that one sweep takes from a shard; the rest is due a minute later still. */
const perShard = 100

/**
 * Does what is due: lets requests expire, asks again for seals that are late, and publishes the events that the stream
 * has not. One that fails does not hold up the others; it stays due. Gives how many things were done.
 */
export async function sweep(platform: Platform): Promise<number> {
  const items = await dueItems(platform.table, platform.clock(), perShard)
  const events = recordsOf(outbox, items)
  const due = recordsOf(requests, items)
  const outcomes = await Promise.allSettled([
    publish(platform, events).then((published) => published.size),
    ...due.map(({ id }) =>
      changeInJob(platform, id, (record) => dueChange(record, platform.clock())).then((done) => (done ? 1 : 0)),
    ),
  ])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') jobLogger().error('something due could not be done', { error: outcome.reason })
  return outcomes.reduce((done, outcome) => done + (outcome.status === 'fulfilled' ? outcome.value : 0), 0)
}

/** What is due for a request as it stands now; the index may have told of an earlier state. */
function dueChange(record: RequestRecord, nowMs: number): Change | null {
  const cause: Cause = { nowMs, actor: system, ip: null, userAgent: null }
  if (record.dueAt === null || Date.parse(record.dueAt) > nowMs) return null
  return awaitsSeal(record) ? sealAsked(record, cause, 'sweep') : expired(record, cause)
}
