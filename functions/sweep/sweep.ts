import { minuteMs } from '../../shared/platform/clock.ts'
import { logError } from '../../shared/platform/log.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { dueItems } from '../../shared/store/due.ts'
import { isOutboxEntryKey, isUnpublished, type OutboxEntry, outboxEntries } from '../../shared/store/outbox-entry.ts'
import type { Platform } from '../../shared/store/platform.ts'
import { getItems, type Item, type Key } from '../../shared/store/table.ts'
import { isPreparedKey } from '../contacts/model/shelf.ts'
import { isRemovedEntityKey } from '../organizations/model/tree/removed-entity.ts'
import { publish } from '../outbox/publish.ts'
import type { Change } from '../signature/model/change.ts'
import { changeInJob } from '../signature/model/change-in-job.ts'
import { remindersDue } from '../signature/model/reminders.ts'
import { awaitsRenewal, renewalAsked } from '../signature/model/renewal-transitions.ts'
import { type RequestRecord, requestIdOf } from '../signature/model/request.ts'
import { awaitsSeal, sealAsked } from '../signature/model/seal-transitions.ts'
import { type Cause, expired, system } from '../signature/model/transitions.ts'

/** The most of a kind that one sweep takes from a shard; the rest is due a minute later still. */
const perShard = 100
/** Guards are many, and most of them have nothing to be done. */
const guardsPerShard = 500
const minutesOfDay = 24 * 60

/**
 * Does what is due: lets requests expire, reminds signers, asks for renewals of seals, asks again for seals and for attempts
 * of deliveries that are late, publishes the events that the stream has not, clears up after imports that broke down, and brings back entities that were
 * deleted too early. One that fails does not hold up the others; it stays due. Gives how many things were done.
 */
export async function sweep(platform: Platform): Promise<number> {
  const due = await dueItems(platform.table, platform.clock(), perShard)
  const outcomes = await Promise.allSettled([
    publishLeftBehind(platform, due.filter(isOutboxEntryKey)),
    ...due
      .flatMap((key) => requestIdOf(key) ?? [])
      .map((id) => changeInJob(platform, id, dueChange).then((done) => (done ? 1 : 0))),
    askForOverdue(platform),
    lookThroughGuards(platform),
    clearAfterImports(platform, due.filter(isPreparedKey)),
    lookAfterDeletions(platform, due.filter(isRemovedEntityKey)),
    lookAtCertificates(platform),
  ])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') await logError('something due could not be done', outcome.reason)
  return sumOf(outcomes)
}

/** Asks for the attempts of deliveries that are overdue. Gives how many. */
async function askForOverdue(platform: Platform): Promise<number> {
  const keys = await dueItems(platform.table, platform.clock(), perShard, 'DELIVERY')
  if (keys.length === 0) return 0
  // What speaks to queues is loaded by the sweeps alone that find something.
  const { takeUpOverdue } = await import('../webhooks/due/overdue-deliveries.ts')
  return await takeUpOverdue(platform, keys)
}

/** Asks for first attempts that nobody has made. Gives how many. */
async function lookThroughGuards(platform: Platform): Promise<number> {
  const keys = await dueItems(platform.table, platform.clock(), guardsPerShard, 'GUARD')
  if (keys.length === 0) return 0
  const { seeToGuarded } = await import('../webhooks/due/due-guards.ts')
  return await seeToGuarded(platform, keys)
}

/** Takes away what was prepared for contacts that were never written. Gives of how many commits. */
async function clearAfterImports(platform: Platform, keys: readonly Key[]): Promise<number> {
  if (keys.length === 0) return 0
  const { clearGivenUp } = await import('../contacts/due/given-up-contacts.ts')
  return await clearGivenUp(platform, keys)
}

/** Warns once a day of certificates that run out soon. There is nothing to be done here. */
async function lookAtCertificates(platform: Platform): Promise<number> {
  if (Math.floor(platform.clock() / minuteMs) % minutesOfDay !== 0) return 0
  const { warnOfExpiry } = await import('../signature/due/seal-certificates.ts')
  await warnOfExpiry(platform)
  return 0
}

/** Brings back deleted entities that something was made in just then. Gives how many were looked at. */
async function lookAfterDeletions(platform: Platform, keys: readonly Key[]): Promise<number> {
  if (keys.length === 0) return 0
  const { seeToRemoved } = await import('../organizations/due/removed-entities.ts')
  return await seeToRemoved(platform, keys)
}

/** What was done by all that succeeded. */
function sumOf(outcomes: readonly PromiseSettledResult<number>[]): number {
  return outcomes.reduce((sum, outcome) => sum + (outcome.status === 'fulfilled' ? outcome.value : 0), 0)
}

/** Publishes the outbox entries that are unpublished still, the oldest first. Gives how many. */
async function publishLeftBehind(platform: Platform, keys: readonly Key[]): Promise<number> {
  const items = await getItems(platform.table, keys)
  const read = await Promise.all(items.map(readOutboxEntry))
  const unpublished = read.filter((outboxEntry) => outboxEntry !== null).filter(isUnpublished)
  const published = await publish(
    platform,
    unpublished.sort((a, b) => (a.id < b.id ? -1 : 1)),
  )
  return published.size
}

async function readOutboxEntry(item: Item): Promise<OutboxEntry | null> {
  try {
    return fromItem(outboxEntries, item)
  } catch (error) {
    await logError('something due could not be done', error)
    return null
  }
}

/** What is due for a request as it stands now; the index may have told of an earlier state. */
function dueChange(record: RequestRecord, nowMs: number): Change | null {
  const cause: Cause = { nowMs, actor: system, ip: null, userAgent: null }
  if (record.dueAt === null || Date.parse(record.dueAt) > nowMs) return null
  if (awaitsSeal(record)) return sealAsked(record, cause, 'sweep')
  if (awaitsRenewal(record)) return renewalAsked(record, cause)
  return expired(record, cause) ?? remindersDue(record, cause)
}
