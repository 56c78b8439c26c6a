import { ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge'
import { linkJournals } from '../audit/link-journals.ts'
import { recordCalls } from '../aws-calls.ts'
import { timestamp } from '../clock.ts'
import { environment } from '../environment.ts'
import type { Platform } from '../platform.ts'
import { marshalled } from './attributes.ts'
import { isUnpublished, type Journal, journals, type Outgoing, outgoingOf } from './journal.ts'

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
  readonly journal: Journal
  readonly entry: PutEventsRequestEntry
}

/**
 * Puts the events of journals on the bus, in their order, links their audit entries, and notes each journal of which all of
 * that is done. Gives those journals. A journal of which a part arrived, or whose note fails, is put again as a whole: at
 * least once, as the contract says, under the same ids.
 */
export async function publish(platform: Platform, committed: readonly Journal[]): Promise<Set<Journal>> {
  const postings = committed.flatMap((journal) =>
    outgoingOf(journal).map((event) => ({ journal, entry: entryOf(event) })),
  )
  const missing = new Map(committed.map((journal) => [journal, outgoingOf(journal).length]))
  const eventless = committed.filter((journal) => missing.get(journal) === 0)
  const arrived = new Set([
    ...eventless.filter((journal) => !isUnpublished(journal)),
    ...(await notePublished(platform, eventless.filter(isUnpublished))),
  ])
  for (const call of callsOf(postings)) {
    const { Entries } = await bus().send(new PutEventsCommand({ Entries: call.map(({ entry }) => entry) }))
    const put = call.filter((_, index) => Entries?.[index]?.EventId !== undefined)
    for (const { journal } of put) missing.set(journal, (missing.get(journal) ?? 0) - 1)
    const whole = new Set(put.map(({ journal }) => journal).filter((journal) => missing.get(journal) === 0))
    for (const journal of await notePublished(platform, [...whole])) arrived.add(journal)
  }
  return arrived
}

/** The postings in their order, as many to a call as EventBridge takes. */
function callsOf(postings: readonly Posting[]): Posting[][] {
  const calls: Posting[][] = []
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

/** Notes of journals that their events are on the bus, with the links of their audit entries. Gives those noted. */
async function notePublished(platform: Platform, published: readonly Journal[]): Promise<Journal[]> {
  const { audited = [], others = [] } = Object.groupBy(published, (journal) =>
    journal.audited.length > 0 && journal.links === null ? 'audited' : 'others',
  )
  const [linked] = await Promise.all([
    linkJournals(platform, audited),
    ...others.map((journal) => noteWithoutLinks(platform, journal)),
  ])
  return [...linked, ...others]
}

async function noteWithoutLinks({ table, clock }: Platform, journal: Journal): Promise<void> {
  try {
    await table.client.send(
      new UpdateItemCommand({
        TableName: table.name,
        Key: marshalled(journals.key(journal)),
        UpdateExpression: 'SET #record.publishedAt = :at REMOVE GSI2PK, GSI2SK',
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeNames: { '#record': 'record' },
        ExpressionAttributeValues: marshalled({ ':at': timestamp(clock()) }),
      }),
    )
  } catch (error) {
    // An item that is gone (its days are over) needs no note.
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}
