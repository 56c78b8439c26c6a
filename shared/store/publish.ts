import { ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge'
import { busSources } from '../../events/internal.ts'
import { timestamp } from '../clock.ts'
import { environment } from '../environment.ts'
import type { Platform } from '../platform.ts'
import { headOf, type OutboxRecord, outbox } from './outbox.ts'
import { marshalled } from './table.ts'

/** EventBridge takes no more entries in one call. */
const maxEntries = 10

let client: EventBridgeClient | undefined

function bus(): EventBridgeClient {
  client ??= new EventBridgeClient({ maxAttempts: 3 })
  return client
}

/**
 * Puts events on the bus and notes that they are there. Gives those that arrived. An event whose note fails is put
 * again by the sweep: at least once, as the contract says, with the same id.
 */
export async function publish(platform: Platform, records: readonly OutboxRecord[]): Promise<Set<OutboxRecord>> {
  const arrived = new Set<OutboxRecord>()
  for (let start = 0; start < records.length; start += maxEntries) {
    const batch = records.slice(start, start + maxEntries)
    const { Entries } = await bus().send(new PutEventsCommand({ Entries: batch.map(entryOf) }))
    const put = batch.filter((_, index) => Entries?.[index]?.EventId !== undefined)
    await Promise.all(put.map((record) => notePublished(platform, record)))
    for (const record of put) arrived.add(record)
  }
  return arrived
}

function entryOf(record: OutboxRecord): PutEventsRequestEntry {
  const { type, createdAt } = headOf(record)
  return {
    EventBusName: environment('EVENT_BUS_NAME'),
    Source: busSources[record.audience],
    DetailType: type,
    Time: new Date(createdAt),
    Detail: JSON.stringify(record.audience === 'public' ? record.envelope : record.event),
  }
}

async function notePublished({ table, clock }: Platform, record: OutboxRecord): Promise<void> {
  try {
    await table.client.send(
      new UpdateItemCommand({
        TableName: table.name,
        Key: marshalled(outbox.key(record)),
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
