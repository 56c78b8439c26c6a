import { logError } from '../../shared/platform/log.ts'
import { fromItem } from '../../shared/store/collection.ts'
import type { DueHandler } from '../../shared/store/due.ts'
import { isJournalKey, isUnpublished, type Journal, journals } from '../../shared/store/journal.ts'
import { getItems, type Item } from '../../shared/store/table.ts'
import { publish } from './publish.ts'

/** Publishes what the stream has not published, the oldest first. */
export const unpublishedEvents: DueHandler = {
  kind: 'DUE',
  owns: isJournalKey,
  handle: async (platform, keys) => {
    const read = await Promise.all((await getItems(platform.table, keys)).map(readJournal))
    const unpublished = read.filter((journal) => journal !== null).filter(isUnpublished)
    const published = await publish(
      platform,
      unpublished.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
    return published.size
  },
}

async function readJournal(item: Item): Promise<Journal | null> {
  try {
    return fromItem(journals, item)
  } catch (error) {
    await logError('something due could not be done', error)
    return null
  }
}
