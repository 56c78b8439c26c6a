import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { linkOutboxEntries } from '../../shared/audit/link-outbox-entries.ts'
import { recordCalls } from '../../shared/platform/aws-calls.ts'
import { timestamp } from '../../shared/platform/clock.ts'
import { environment } from '../../shared/platform/environment.ts'
import {
  isUnpublished,
  type OutboxEntry,
  type Outgoing,
  outboxEntries,
  outgoingOf,
} from '../../shared/store/outbox-entry.ts'
import type { Platform } from '../../shared/store/platform.ts'
import { countEvents } from './business-metrics.ts'

/** EventBridge takes no more entries in one call, and no more bytes. */
const maxEntries = 10
const maxBytes = 256 * 1024
/** What EventBridge counts for the time of an entry. */
const timeBytes = 14

let client: EventBridgeClient | undefined

function bus(): EventBridgeClient {
  client ??= new EventBridgeClient(recordCalls)
  return client
}

interface Posting {
  readonly entry: PutEventsRequestEntry
}

interface EntryPosting extends Posting {
  readonly outboxEntry: OutboxEntry
}

/**
 * Puts the events of outbox entries on the bus, in their order, links their audit entries, and notes each outbox entry of which all of
 * that is done. Gives those outbox entries. An outbox entry of which a part arrived, or whose note fails, is put again as a whole: at
 * least once, as the contract says, under the same ids.
 */
export async function publish(platform: Platform, committed: readonly OutboxEntry[]): Promise<Set<OutboxEntry>> {
  const postings: EntryPosting[] = committed.flatMap((outboxEntry) =>
    outgoingOf(outboxEntry).map((event) => ({ outboxEntry, entry: entryOf(event) })),
  )
  const missing = new Map(committed.map((outboxEntry) => [outboxEntry, outgoingOf(outboxEntry).length]))
  const eventless = committed.filter((outboxEntry) => missing.get(outboxEntry) === 0)
  const arrived = new Set([
    ...eventless.filter((outboxEntry) => !isUnpublished(outboxEntry)),
    ...(await notePublished(platform, eventless.filter(isUnpublished))),
  ])
  for (const call of callsOf(postings)) {
    const put = await putOf(call)
    for (const { outboxEntry } of put) missing.set(outboxEntry, (missing.get(outboxEntry) ?? 0) - 1)
    const whole = new Set(
      put.map(({ outboxEntry }) => outboxEntry).filter((outboxEntry) => missing.get(outboxEntry) === 0),
    )
    for (const outboxEntry of await notePublished(platform, [...whole])) arrived.add(outboxEntry)
  }
  countEvents([...arrived], platform.clock())
  return arrived
}

/** Puts events on the bus. Gives for each, in their order, whether it arrived. */
export async function putOnBus(events: readonly Outgoing[]): Promise<boolean[]> {
  const postings = events.map((event) => ({ entry: entryOf(event) }))
  const arrived = new Set<Posting>()
  for (const call of callsOf(postings)) for (const posting of await putOf(call)) arrived.add(posting)
  return postings.map((posting) => arrived.has(posting))
}

/** Those postings of a call that the bus took. */
async function putOf<P extends Posting>(call: readonly P[]): Promise<P[]> {
  const { Entries } = await bus().send(new PutEventsCommand({ Entries: call.map(({ entry }) => entry) }))
  return call.filter((_, index) => Entries?.[index]?.EventId !== undefined)
}

/** The postings in their order, as many to a call as EventBridge takes. */
function callsOf<P extends Posting>(postings: readonly P[]): P[][] {
  const calls: P[][] = []
  let room = 0
  for (const posting of postings) {
    const bytes = bytesOf(posting.entry)
    const call = calls.at(-1)
    if (call && call.length < maxEntries && bytes <= room) call.push(posting)
    else {
      calls.push([posting])
      room = maxBytes
    }
    room -= bytes
  }
  return calls
}

function bytesOf({ Source = '', DetailType = '', Detail = '' }: PutEventsRequestEntry): number {
  return timeBytes + Buffer.byteLength(Source) + Buffer.byteLength(DetailType) + Buffer.byteLength(Detail)
}

function entryOf({ source, detail }: Outgoing): PutEventsRequestEntry {
  return {
    EventBusName: environment('EVENT_BUS_NAME'),
    Source: source,
    DetailType: detail.type,
    Time: new Date(detail.createdAt),
    Detail: JSON.stringify(detail),
  }
}

/** Notes of outbox entries that their events are on the bus, with the links of their audit entries. Gives those noted. */
async function notePublished(platform: Platform, published: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  const { audited = [], others = [] } = Object.groupBy(published, (outboxEntry) =>
    outboxEntry.audited.length > 0 && outboxEntry.links === null ? 'audited' : 'others',
  )
  const [linked] = await Promise.all([
    linkOutboxEntries(platform, audited),
    ...others.map((outboxEntry) => noteWithoutLinks(platform, outboxEntry)),
  ])
  return [...linked, ...others]
}

async function noteWithoutLinks({ table, clock }: Platform, outboxEntry: OutboxEntry): Promise<void> {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: outboxEntries.key(outboxEntry),
        UpdateExpression: 'SET #record.publishedAt = :at REMOVE GSI2PK, GSI2SK',
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeNames: { '#record': 'record' },
        ExpressionAttributeValues: { ':at': timestamp(clock()) },
      }),
    )
  } catch (error) {
    // An item that is gone (its days are over) needs no note.
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}
