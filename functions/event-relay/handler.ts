import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { logError } from '../../shared/log.ts'
import { platform } from '../../shared/platform.ts'
import { unmarshalled } from '../../shared/store/attributes.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { journals } from '../../shared/store/journal.ts'
import { publish } from '../../shared/store/publish.ts'

/**
 * Relays committed events from the table's stream to the bus, in their order, and links audit entries. The first commit that
 * could not be published as a whole is told back by its place in the stream, which starts again from there.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const readable = await Promise.all(
    event.Records.map(async (record) => ({
      sequenceNumber: record.dynamodb?.SequenceNumber ?? '',
      journal: await readJournal(record),
    })),
  )
  const published = await publish(
    platform(),
    readable.flatMap(({ journal }) => journal ?? []),
  )
  const failed = readable.find(({ journal }) => journal === null || !published.has(journal))
  return { batchItemFailures: failed ? [{ itemIdentifier: failed.sequenceNumber }] : [] }
}

/** Null for an image that is no journal: it can never be relayed, and ends in the dead-letter queue. */
async function readJournal(record: DynamoDBRecord) {
  try {
    return fromItem(journals, unmarshalled(imageOf(record)))
  } catch (error) {
    await logError('a journal cannot be read', error)
    return null
  }
}

type Image = Parameters<typeof unmarshalled>[0]

/** The stream's image as the SDK's own type: the two describe the same JSON in different words. */
function imageOf(record: DynamoDBRecord): Image {
  const image: unknown = record.dynamodb?.NewImage ?? {}
  return image as Image
}
