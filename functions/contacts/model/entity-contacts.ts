import { oldestBetween, queryIndex, type Table } from '../../../shared/store/table.ts'
import { kinds, listingOf, privateContactsOf, sharedAddressBook } from './address-book.ts'

/** Whether an entity has any contact, shared or private. */
export async function hasContacts(table: Table, entityId: string): Promise<boolean> {
  const listings = kinds.map((kind) => listingOf(sharedAddressBook(entityId), kind))
  const found = await Promise.all([
    oldestBetween(table, privateContactsOf(entityId), everyKey, 1),
    ...listings.map((partition) => queryIndex(table, { index: 'GSI1', partition, ...everyKey, limit: 1 })),
  ])
  return found.some(({ length }) => length > 0)
}

/** Names may be in any script. */
const everyKey = { from: '\t', to: '\u{10ffff}' }
