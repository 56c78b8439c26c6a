import { facets } from '../../../functions/contacts/model/facets.ts'
import { searchEntries } from '../../../functions/contacts/model/search-index.ts'
import { otpSecrets } from '../../../functions/registered-mail/model/sender-secret.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { outboxEntries } from '../../../shared/store/outbox-entry.ts'
import type { Item } from '../../../shared/store/table.ts'

/** An item as it is compared. In which try of an import something was put, and which of two commits is linked first is nobody's concern: that they are, is. */
export function printable(item: Item): Item {
  if (item.type === outboxEntries.name) {
    const { links, ...outboxEntry } = fromItem(outboxEntries, item)
    return { ...item, record: { ...outboxEntry, isLinked: links !== null } }
  }
  // KMS encrypts the same secret differently each time.
  if (item.type === otpSecrets.name) return { ...item, record: { ...fromItem(otpSecrets, item), ciphertext: '' } }
  if (item.type === searchEntries.name) return { ...item, record: { ...fromItem(searchEntries, item), batchId: null } }
  return item.type === facets.name ? { ...item, record: { ...fromItem(facets, item), batchId: null } } : item
}
