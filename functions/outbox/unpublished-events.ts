import { logError } from '../../shared/platform/log.ts'
import { fromItem } from '../../shared/store/collection.ts'
import type { DueHandler } from '../../shared/store/due.ts'
import { isOutboxEntryKey, isUnpublished, type OutboxEntry, outboxEntries } from '../../shared/store/outbox-entry.ts'
import { getItems, type Item } from '../../shared/store/table.ts'
import { publish } from './publish.ts'

/** Publishes what the stream has not published, the oldest first. */
export const unpublishedEvents: DueHandler = {
  kind: 'DUE',
  owns: isOutboxEntryKey,
  handle: async (platform, keys) => {
    const read = await Promise.all((await getItems(platform.table, keys)).map(readOutboxEntry))
    const unpublished = read.filter((outboxEntry) => outboxEntry !== null).filter(isUnpublished)
    const published = await publish(
      platform,
      unpublished.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
    return published.size
  },
}

async function readOutboxEntry(item: Item): Promise<OutboxEntry | null> {
  try {
    return fromItem(outboxEntries, item)
  } catch (error) {
    await logError('something due could not be done', error)
    return null
  }
}
