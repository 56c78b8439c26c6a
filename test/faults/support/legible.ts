import { contacts } from '../../../shared/contacts/contact.ts'
import { marks } from '../../../shared/contacts/marks.ts'
import { preparedParts } from '../../../shared/contacts/prepared-part.ts'
import { searchEntries, signposts } from '../../../shared/contacts/search-index.ts'
import { givenSignatures } from '../../../shared/signature/given-signatures.ts'
import { requests } from '../../../shared/signature/request.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { journals } from '../../../shared/store/journal.ts'
import type { Item } from '../../../shared/store/table.ts'
import { deliveries } from '../../../shared/webhooks/delivery.ts'

/** An item with what it holds packed laid open. In which try of an import something was put, and which of two commits is linked first is nobody's concern: that they are, is. */
export function legible(item: Item): Item {
  if (item.type === journals.name) {
    const { links, ...journal } = fromItem(journals, item)
    return { ...item, record: { ...journal, isLinked: links !== null } }
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
