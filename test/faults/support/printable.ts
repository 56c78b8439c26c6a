import { contacts } from '../../../functions/contacts/model/contact.ts'
import { marks } from '../../../functions/contacts/model/marks.ts'
import { preparedParts } from '../../../functions/contacts/model/prepared-part.ts'
import { searchEntries, signposts } from '../../../functions/contacts/model/search-index.ts'
import { givenSignatures } from '../../../functions/signature/model/given-signatures.ts'
import { requests } from '../../../functions/signature/model/request.ts'
import { deliveries } from '../../../functions/webhooks/model/delivery.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { outboxEntries } from '../../../shared/store/outbox-entry.ts'
import type { Item } from '../../../shared/store/table.ts'

/** An item with what it holds packed laid open. In which try of an import something was put, and which of two commits is linked first is nobody's concern: that they are, is. */
export function printable(item: Item): Item {
  if (item.type === outboxEntries.name) {
    const { links, ...outboxEntry } = fromItem(outboxEntries, item)
    return { ...item, record: { ...outboxEntry, isLinked: links !== null } }
  }
  if (item.type === searchEntries.name) return { ...item, record: { ...fromItem(searchEntries, item), part: null } }
  if (item.type === signposts.name) return { ...item, record: { ...fromItem(signposts, item), part: null } }
  if (item.type === marks.name) return { ...item, record: { ...fromItem(marks, item), part: null } }
  if (item.type === preparedParts.name) return { ...item, packed: fromItem(preparedParts, item) }
  if (item.type === requests.name) return { ...item, packed: fromItem(requests, item) }
  if (item.type === contacts.name) return { ...item, listed: fromItem(contacts, item) }
  if (item.type === deliveries.name) return { ...item, packed: fromItem(deliveries, item) }
  return item.type === givenSignatures.name ? { ...item, packed: fromItem(givenSignatures, item) } : item
}
