import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { logError } from '../../../shared/platform/log.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { outboxEntries } from '../../../shared/store/outbox-entry.ts'
import { platform } from '../../../shared/store/platform.ts'
import { publish } from '../publish.ts'

/**
 * Relays committed events from the table's stream to the bus, in their order, and links audit entries. The first commit that
 * could not be published as a whole is told back by its place in the stream, which starts again from there.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const readable = await Promise.all(
    event.Records.map(async (record) => ({
      sequenceNumber: record.dynamodb?.SequenceNumber ?? '',
      outboxEntry: await readOutboxEntry(record),
    })),
  )
  const published = await publish(
    platform(),
    readable.flatMap(({ outboxEntry }) => outboxEntry ?? []),
  )
  const failed = readable.find(({ outboxEntry }) => outboxEntry === null || !published.has(outboxEntry))
  return { batchItemFailures: failed ? [{ itemIdentifier: failed.sequenceNumber }] : [] }
}

/** Null for an image that is no outbox entry: it can never be relayed, and ends in the dead-letter queue. */
async function readOutboxEntry(record: DynamoDBRecord) {
  try {
    return fromItem(outboxEntries, unmarshall(imageOf(record)))
  } catch (error) {
    await logError('an outbox entry cannot be read', error)
    return null
  }
}

type Image = Parameters<typeof unmarshall>[0]

/** The stream's image as the SDK's own type: the two describe the same JSON in different words. */
function imageOf(record: DynamoDBRecord): Image {
  const image: unknown = record.dynamodb?.NewImage ?? {}
  return image as Image
}
