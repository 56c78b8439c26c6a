import { contacts } from '../../../shared/contacts/contact.ts'
import { givenSignatures } from '../../../shared/signature/given-signatures.ts'
import { requests } from '../../../shared/signature/request.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import type { Item } from '../../../shared/store/table.ts'
import { deliveries } from '../../../shared/webhooks/delivery.ts'

/** An item with what it holds packed laid open. */
export function legible(item: Item): Item {
  if (item.type === requests.name) return { ...item, packed: fromItem(requests, item) }
  if (item.type === contacts.name) return { ...item, packed: fromItem(contacts, item) }
  if (item.type === deliveries.name) return { ...item, packed: fromItem(deliveries, item) }
  return item.type === givenSignatures.name ? { ...item, packed: fromItem(givenSignatures, item) } : item
}
