import type { StreamRecord } from '../../../infra/local/stream-client.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { isUnpublished, type OutboxEntry, outboxEntries, outgoingOf } from '../../../shared/store/outbox-entry.ts'
import type { Item } from '../../../shared/store/table.ts'
import type { MeteringProxy } from '../../costs/metering-proxy.ts'
import { tokenAbout } from '../../support/access-token.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'
import type { BackgroundJobs, BusEvent, JobMessage } from './background-jobs.ts'
import type { DrivenCloud } from './driven-cloud.ts'

/** Where everything happens. */
export interface Dependencies {
  readonly driven: DrivenCloud
  readonly jobs: BackgroundJobs
  /** Measures what requests cost. */
  readonly metering?: MeteringProxy
}

/** A tenant of its own in a driven cloud, with everything that is known of it. */
export interface TenantWorld {
  readonly tenant: Tenant
  /** What the table holds of it now. */
  items(): Promise<Item[]>
  /** The records of the stream that were not handed on yet; they count as handed on after this. */
  newRecords(): Promise<StreamRecord[]>
  /** What the bus has accepted about it and was not seen before. */
  newEvents(): Promise<BusEvent[]>
  /** Everything that the bus has accepted about it. */
  seenEvents(): readonly BusEvent[]
  /** What has happened to it so far. */
  past(): Promise<Past>
  /** Hands on what is committed to the bus, until the relay has taken all; then gives the messages for jobs. */
  relay(trace?: string): Promise<JobMessage[]>
  /** Gives a message until the job takes it, or until it is a dead letter. */
  deliver(message: JobMessage, trace?: string): Promise<void>
  /** Relays and delivers until nothing comes any more, but for the jobs of these functions. */
  settle(except?: readonly string[]): Promise<void>
}

/** What has happened to a tenant before its world is looked at. */
export interface Past {
  readonly seen: readonly BusEvent[]
  /** Whether what its commits told counts as handed on, though it may not be on the bus. */
  readonly isHandedOn: boolean
}

/** A queue's tries are a few; the stream's go on until the sweep takes over. */
const relayTries = 12

export async function tenantWorld(driven: DrivenCloud, jobs: BackgroundJobs): Promise<TenantWorld> {
  // Straight from the issuer's key: how tokens are asked for is not looked at here.
  const of = await tenant({ tokenOf: ({ clientId }) => tokenAbout(clientId) })
  return await worldOf({ driven, jobs }, of, { seen: [], isHandedOn: false })
}

/** The world of a tenant that is there already. */
export async function worldOf({ driven, jobs }: Dependencies, of: Tenant, past: Past): Promise<TenantWorld> {
  const { mirror } = driven
  const ids = [of.org.id, of.key.clientId]
  let handedOn = 0
  let { next: since } = await jobs.busSince(Number.MAX_SAFE_INTEGER)
  const seen = [...past.seen]

  const items = async () => {
    await mirror.catchUp()
    return mirror.belongingTo(ids)
  }
  const newRecords = async () => {
    await mirror.catchUp()
    const records = mirror.streamOf(ids)
    const fresh = records.slice(handedOn)
    handedOn = records.length
    return fresh
  }
  const newEvents = async () => {
    const own = eventIdsIn(await items())
    const read = await jobs.busSince(since)
    since = read.next
    const fresh = read.events.filter(({ detail }) => own.has(detail.id))
    seen.push(...fresh)
    return fresh
  }
  const relay = async (trace?: string) => {
    let left = await newRecords()
    for (let round = 0; left.length > 0; round++) {
      if (round === relayTries) throw new Error('the relay never takes what is committed')
      left = await jobs.relayed(left, round === 0 ? trace : undefined)
    }
    return (await newEvents()).flatMap((event) => jobs.messagesFor(event))
  }
  const deliver = async (message: JobMessage, trace?: string) => {
    const receives = jobs.receivesOf(message.mapping)
    for (let receive = 1; receive <= receives; receive++)
      if (await jobs.give(message, receive === 1 ? trace : undefined)) return
    throw new Error(
      `${message.mapping.functionName} does not take ${message.event['detail-type']} in ${receives} tries`,
    )
  }
  const settle = async (except: readonly string[] = []) => {
    for (let messages = await relay(); messages.length > 0; messages = await relay())
      for (const message of messages)
        if (!except.some((name) => message.mapping.functionName.endsWith(name))) await deliver(message)
  }
  const pastNow = async (): Promise<Past> => {
    await mirror.catchUp()
    return { seen: [...seen], isHandedOn: mirror.streamOf(ids).length === handedOn }
  }
  if (past.isHandedOn) await newRecords()
  return { tenant: of, items, newRecords, newEvents, seenEvents: () => seen, past: pastNow, relay, deliver, settle }
}

/** The ids of the events that a tenant's commits wrote, public and internal. */
export function eventIdsIn(items: readonly Item[]): Set<string> {
  return new Set(
    recordsOf(outboxEntries, items).flatMap((outboxEntry) => outgoingOf(outboxEntry).map(({ detail }) => detail.id)),
  )
}

/** The outbox entries with events of which it is not noted that they are on the bus. */
export function unpublishedIn(items: readonly Item[]): OutboxEntry[] {
  return recordsOf(outboxEntries, items).filter(isUnpublished)
}
