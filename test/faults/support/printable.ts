import { marks } from '../../../functions/contacts/model/marks.ts'
import { searchEntries, signposts } from '../../../functions/contacts/model/search-index.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { outboxEntries } from '../../../shared/store/outbox-entry.ts'
import type { Item } from '../../../shared/store/table.ts'

/** An item as it is compared. In which try of an import something was put, and which of two commits is linked first is nobody's concern: that they are, is. */
export function printable(item: Item): Item {
  if (item.type === outboxEntries.name) {
    const { links, ...outboxEntry } = fromItem(outboxEntries, item)
    return { ...item, record: { ...outboxEntry, isLinked: links !== null } }
  }
  if (item.type === searchEntries.name) return { ...item, record: { ...fromItem(searchEntries, item), part: null } }
  if (item.type === signposts.name) return { ...item, record: { ...fromItem(signposts, item), part: null } }
  return item.type === marks.name ? { ...item, record: { ...fromItem(marks, item), part: null } } : item
}
