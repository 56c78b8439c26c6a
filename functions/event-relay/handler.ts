import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { jobLogger } from '../../shared/job.ts'
import { platform } from '../../shared/platform.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { outbox } from '../../shared/store/outbox.ts'
import { publish } from '../../shared/store/publish.ts'

/**
 * Relays committed events from the table's stream to the bus, in their order. What could not be published is told back
 * by its place in the stream, which starts again from there.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const readable = event.Records.map((record) => ({
    sequenceNumber: record.dynamodb?.SequenceNumber ?? '',
    event: readEvent(record),
  }))
  const published = await publish(
    platform(),
    readable.flatMap(({ event }) => event ?? []),
  )
  const failed = readable.find(({ event }) => event === null || !published.has(event))
  return { batchItemFailures: failed ? [{ itemIdentifier: failed.sequenceNumber }] : [] }
}

/** Null for an image that is no event: it can never be relayed, and ends in the dead-letter queue. */
function readEvent(record: DynamoDBRecord) {
  try {
    return fromItem(outbox, unmarshall(imageOf(record)))
  } catch (error) {
    jobLogger().error('an outbox item cannot be read', { error: error instanceof Error ? error : String(error) })
    return null
  }
}

type Image = Parameters<typeof unmarshall>[0]

/** The stream's image as the SDK's own type: the two describe the same JSON in different words. */
function imageOf(record: DynamoDBRecord): Image {
  const image: unknown = record.dynamodb?.NewImage ?? {}
  return image as Image
}
