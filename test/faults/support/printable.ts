import { contacts } from '../../../functions/contacts/model/contact.ts'
import { facets } from '../../../functions/contacts/model/facets.ts'
import { searchEntries } from '../../../functions/contacts/model/search-index.ts'
import { stagedBatches } from '../../../functions/contacts/model/staged-batch.ts'
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
  if (item.type === searchEntries.name) return { ...item, record: { ...fromItem(searchEntries, item), batchId: null } }
  if (item.type === facets.name) return { ...item, record: { ...fromItem(facets, item), batchId: null } }
  if (item.type === stagedBatches.name) return { ...item, packed: fromItem(stagedBatches, item) }
  if (item.type === requests.name) return { ...item, packed: fromItem(requests, item) }
  if (item.type === contacts.name) return { ...item, listed: fromItem(contacts, item) }
  if (item.type === deliveries.name) return { ...item, packed: fromItem(deliveries, item) }
  return item.type === givenSignatures.name ? { ...item, packed: fromItem(givenSignatures, item) } : item
}
