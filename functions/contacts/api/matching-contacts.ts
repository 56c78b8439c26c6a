import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import { compareBytes } from '../../../shared/store/key-order.ts'
import { getItems, oldestBetween, queryIndex, type Table } from '../../../shared/store/table.ts'
import { listingOf, privateAddressBook, privateContactsOf, sharedAddressBook } from '../model/address-book.ts'
import { type Contact, contactKey, contacts, isVisible } from '../model/contact.ts'
import { idOfOrderKey, keySeparator, nameOrderOf } from '../model/contact-name.ts'
import { everyPlace, lastCharacter, placeOfEntry, searchEntries, termPartition } from '../model/search-index.ts'
import { type Criteria, contactsIndexedAt, lookedAt, personNamesOf, placesOf } from './duplicates.ts'

/** Neighbouring texts that one query reads, and how many results it may have before it is split. */
const [neighbours, foundAtOnce] = [20, 300]
const readsAtOnce = 24

/** A lookup of everything in one partition that begins with one of some texts. */
interface Lookup {
  /** Sorted. */
  readonly beginnings: readonly string[]
  readonly read: (from: string, to: string, limit: number) => Promise<Stretch>
  /** The ids of the first contacts that begin with one text. */
  readonly readOne: (beginning: string) => Promise<readonly string[]>
}

interface Stretch {
  readonly places: readonly IndexedName[]
  /** Whether there may be more in the range. */
  readonly isCut: boolean
}

interface IndexedName {
  readonly id: string
  readonly place: string
}

interface Book {
  readonly table: Table
  readonly entityId: string
  readonly principalId: string
}

/**
 * The contacts that rows may match: those that the principal sees in an entity and that share an e-mail, a SIRET or a name with a
 * row. Each query reads a range of the index, because a query for each row would take too long.
 */
export async function contactsMatching(book: Book, rows: readonly Criteria[], signal: AbortSignal): Promise<Contact[]> {
  const addressBooks = await addressBooksInUse(book)
  const lookups = addressBooks.flatMap((addressBook) => [
    ...placeLookups(book, addressBook, rows),
    ...nameLookups(book, addressBook, rows),
  ])
  const ids = await inParallel(lookups, readsAtOnce, async (lookup) => {
    signal.throwIfAborted()
    return await idsFound(lookup)
  })
  const keys = [...new Set(ids.flat())].map(contactKey)
  const items = keys.length === 0 ? [] : await getItems(book.table, keys)
  const found = items.map((item) => fromItem(contacts, item))
  return found.filter((contact) => contact.entityId === book.entityId && isVisible(contact, book.principalId))
}

/** Most principals have no private contacts: one query saves the lookups of an empty address book. */
async function addressBooksInUse({ table, entityId, principalId }: Book): Promise<string[]> {
  const kept = await oldestBetween(table, privateContactsOf(entityId), everyPlace, 1)
  return [sharedAddressBook(entityId), ...(kept.length > 0 ? [privateAddressBook(entityId, principalId)] : [])]
}

function placeLookups({ table }: Book, addressBook: string, rows: readonly Criteria[]): Lookup[] {
  const byPartition = Map.groupBy(new Set(rows.flatMap(placesOf)), (place) => termPartition(addressBook, place))
  return [...byPartition].flatMap(([partition, ofPartition]) =>
    stretchesOf(ofPartition).map((beginnings) => ({
      beginnings,
      read: async (from, to, limit) => {
        const items = await oldestBetween(table, partition, { from, to: `${to}${lastCharacter}` }, limit)
        const entries = recordsOf(searchEntries, items)
        const places = entries.map((entry) => ({ id: idOfOrderKey(entry.order), place: placeOfEntry(entry) }))
        return { places, isCut: items.length === limit }
      },
      readOne: async (beginning) => (await contactsIndexedAt(table, addressBook, beginning)).map(({ id }) => id),
    })),
  )
}

function nameLookups({ table }: Book, addressBook: string, rows: readonly Criteria[]): Lookup[] {
  const names = rows.flatMap((criteria) => (personNamesOf(criteria).length > 0 ? ordersOf(criteria) : []))
  const partition = listingOf(addressBook, 'person')
  const read: Lookup['read'] = async (from, to, limit) => {
    const items = await queryIndex(table, { index: 'GSI1', partition, from, to: `${to}~`, limit })
    const places = items.map(({ GSI1SK }) => ({ id: idOfOrderKey(String(GSI1SK)), place: String(GSI1SK) }))
    return { places, isCut: items.length === limit }
  }
  const readOne: Lookup['readOne'] = async (name) => (await read(name, name, lookedAt)).places.map(({ id }) => id)
  return stretchesOf([...new Set(names)]).map((beginnings) => ({ beginnings, read, readOne }))
}

/** A person's names as the listing sorts them, in both orders. */
function ordersOf({ firstName = null, lastName = null }: Criteria): string[] {
  const common = { kind: 'person', companyName: null } as const
  const orders = [
    nameOrderOf({ ...common, firstName, lastName }),
    nameOrderOf({ ...common, firstName: lastName, lastName: firstName }),
  ]
  return orders.map((order) => `${order}${keySeparator}`)
}

function stretchesOf(texts: readonly string[]): string[][] {
  const sorted = texts.toSorted(compareBytes)
  return Array.from({ length: Math.ceil(sorted.length / neighbours) }, (_, index) =>
    sorted.slice(index * neighbours, (index + 1) * neighbours),
  )
}

/** The text that reaches furthest: the words that continue a word come after it. */
function furthest(beginnings: readonly string[]): string | undefined {
  return beginnings.toSorted((a, b) => compareBytes(`${a}${lastCharacter}`, `${b}${lastCharacter}`)).at(-1)
}

/** If too many others are between the texts, each half is looked up alone. */
async function idsFound({ beginnings, ...reads }: Lookup): Promise<readonly string[]> {
  const [first, last] = [beginnings[0], furthest(beginnings)]
  if (first === undefined || last === undefined) return []
  if (beginnings.length === 1) return await reads.readOne(first)
  const { places, isCut } = await reads.read(first, last, foundAtOnce)
  if (!isCut) return places.filter(({ place }) => beginnings.some((text) => place.startsWith(text))).map(({ id }) => id)
  const middle = Math.ceil(beginnings.length / 2)
  const halves = [beginnings.slice(0, middle), beginnings.slice(middle)]
  const ids = await Promise.all(halves.map((half) => idsFound({ beginnings: half, ...reads })))
  return ids.flat()
}
