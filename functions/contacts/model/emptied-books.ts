import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import {
  deleteItems,
  deletePartition,
  getItems,
  keyOf,
  oldestBetween,
  queryIndex,
  queryPartition,
  type Table,
} from '../../../shared/store/table.ts'
import { addressBookOf, kinds, listingOf, privateContactsOf, sharedAddressBook, stagedIn } from './address-book.ts'
import { type Contact, contactKey, contactPartition, contacts } from './contact.ts'
import { facets } from './facets.ts'
import { indexItemsOf } from './index-items.ts'
import { contactsOfBatch, stagedBatches } from './staged-batch.ts'
import { tagPartition } from './tag-counts.ts'

const [everyKey, contactsAtOnce] = [{ from: '\t', to: '\u{10ffff}' }, 10]

/**
 * Deletes contacts of an entity with everything that its address books hold of them, `limit` contacts at most. Gives how many
 * items it found: none means that nothing is left. It publishes no event. Repeating it changes nothing.
 */
export async function emptyAddressBooks(table: Table, entityId: string, limit: number): Promise<number> {
  const shared = await sharedContacts(table, entityId, limit)
  const { contacts: own, orphans } = await privateContacts(table, entityId, limit)
  const found = [...shared, ...own]
  const books = new Set([sharedAddressBook(entityId), ...found.map(addressBookOf)])
  // What is found by the contacts alone goes before them.
  const beside = await Promise.all([...books].map((book) => emptyBeside(table, book, limit)))
  await deleteItems(table, orphans)
  await inParallel(found, contactsAtOnce, (contact) => deleteContact(table, contact))
  return found.length + orphans.length + beside.reduce((sum, count) => sum + count, 0)
}

async function sharedContacts(table: Table, entityId: string, limit: number): Promise<Contact[]> {
  const listings = kinds.map((kind) => listingOf(sharedAddressBook(entityId), kind))
  const pages = await Promise.all(
    listings.map((partition) => queryIndex(table, { index: 'GSI1', partition, ...everyKey, limit })),
  )
  return await standing(
    table,
    pages.flat().map((item) => fromItem(contacts, item).id),
  )
}

/** The private contacts that are listed, and the listings of those that are gone. */
async function privateContacts(table: Table, entityId: string, limit: number) {
  const items = await oldestBetween(table, privateContactsOf(entityId), everyKey, limit)
  const listed = recordsOf(facets, items)
  const found = await standing(
    table,
    listed.map(({ contactId }) => contactId),
  )
  const ids = new Set(found.map(({ id }) => id))
  return { contacts: found, orphans: listed.filter(({ contactId }) => !ids.has(contactId)).map(facets.key) }
}

/** Contacts as they are now: a listing may lag behind. */
async function standing(table: Table, ids: readonly string[]): Promise<Contact[]> {
  return recordsOf(contacts, await getItems(table, ids.map(contactKey)))
}

/** The counts of tags and the staged batches of an address book, with the index items that they name. */
async function emptyBeside(table: Table, addressBook: string, limit: number): Promise<number> {
  const tags = await deletePartition(table, tagPartition(addressBook), limit)
  const staged = await queryPartition(table, stagedIn(addressBook), '')
  for (const batch of recordsOf(stagedBatches, staged)) {
    const keys = contactsOfBatch(batch).flatMap(({ keys }) => keys)
    await deleteItems(table, keys)
    await deleteItems(table, [stagedBatches.key(batch)])
  }
  return tags + staged.length
}

/** The contact itself last: without it, nothing else of it would be found again. */
async function deleteContact(table: Table, contact: Contact): Promise<void> {
  const beside = (await queryPartition(table, contactPartition(contact.id), '')).map(keyOf)
  const own = contactKey(contact.id)
  const others = beside.filter(({ SK }) => SK !== own.SK)
  await deleteItems(table, [...indexItemsOf(contact).map(({ key }) => key), ...others])
  await deleteItems(table, [own])
}
