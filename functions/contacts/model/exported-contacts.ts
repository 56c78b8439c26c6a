import { fromItem } from '../../../shared/store/collection.ts'
import { compareBytes } from '../../../shared/store/key-order.ts'
import { queryIndex, type Table } from '../../../shared/store/table.ts'
import { type Contact, contacts } from './contact.ts'
import { csvHeader, csvRowOf } from './contact-csv.ts'
import { isAmong, type Search } from './contact-matcher.ts'
import { keySeparator } from './contact-name.ts'
import { companiesOf, mayTellOfPeople, toContact } from './contact-view.ts'
import { candidatesFor, foundContacts } from './find-contacts.ts'
import { listingsOf } from './listed-candidates.ts'
import { lastCharacter } from './search-index.ts'

/** The most contacts of a file. */
export const maxExported = 50_000

/** A file of contacts, and how many it has of each entity. */
export interface ExportedFile {
  /** UTF-8. */
  readonly chunks: readonly Buffer[]
  readonly counts: ReadonlyMap<string, number>
}

/** Contacts that are written at once. */
const rowsAtOnce = 500

/**
 * All contacts that match, entity by entity, as a CSV file; null if there are more than `max`. The file is complete before any of it is
 * sent, because the export is audited first.
 */
export async function exportedContacts(table: Table, search: Search, max: number): Promise<ExportedFile | null> {
  const chunks = [Buffer.from(csvHeader)]
  const counts = new Map<string, number>()
  let total = 0
  for await (const block of inBlocks(foundOf(table, search))) {
    const companies = await companiesOf(table, block, search.principalId)
    const some = mayTellOfPeople(search.filters.companyId, companies) ? block : []
    total += some.length
    if (total > max) return null
    chunks.push(Buffer.from(some.map((contact) => csvRowOf(toContact(contact, companies))).join('')))
    for (const { entityId } of some) counts.set(entityId, (counts.get(entityId) ?? 0) + 1)
  }
  return { chunks, counts }
}

async function* foundOf(table: Table, search: Search): AsyncGenerator<Contact> {
  for (const entityId of search.entityIds) {
    const within = { ...search, entityIds: [entityId] }
    yield* isSearched(search) ? searchedContacts(table, within) : listed(table, within)
  }
}

async function* inBlocks(found: AsyncIterable<Contact>): AsyncGenerator<Contact[]> {
  let block: Contact[] = []
  for await (const contact of found) {
    block.push(contact)
    if (block.length < rowsAtOnce) continue
    yield block
    block = []
  }
  if (block.length > 0) yield block
}

/** Whether the index may find the contacts, which is cheaper than reading whole listings. */
function isSearched({ parts, filters: { tag, companyId, externalRef } }: Search): boolean {
  return parts.length > 0 || [tag, companyId, externalRef].some((value) => value !== undefined)
}

/** Page by page, like a list. */
async function* searchedContacts(table: Table, search: Search): AsyncGenerator<Contact> {
  for (let after: string | null = null; ; ) {
    const page: { size: number; after: string | null } = { size: 100, after }
    const found = await foundContacts(table, search, page, await candidatesFor(table, search, page))
    yield* found.records
    if (found.next === null) return
    after = found.next
  }
}

/** The contacts of several listings by name, each read once. */
async function* listed(table: Table, search: Search): AsyncGenerator<Contact> {
  const readers = listingsOf(search).map((partition) => placesOf(table, partition))
  const heads = await Promise.all(readers.map(async (reader) => ({ reader, head: await reader.next() })))
  for (;;) {
    const left = heads.flatMap((each) => (each.head.done ? [] : [{ each, ...each.head.value }]))
    const [first] = left.sort((a, b) => compareBytes(a.place, b.place))
    if (!first) return
    if (isAmong(first.contact, search)) yield first.contact
    first.each.head = await first.each.reader.next()
  }
}

const readAtOnce = 1_000

async function* placesOf(table: Table, partition: string): AsyncGenerator<{ place: string; contact: Contact }> {
  for (let from: string = keySeparator; ; ) {
    const range = { index: 'GSI1', partition, from, to: lastCharacter, limit: readAtOnce } as const
    const items = await queryIndex(table, range)
    for (const item of items) yield { place: String(item.GSI1SK), contact: fromItem(contacts, item) }
    if (items.length < readAtOnce) return
    // Nothing sorts between a place and the same with a space.
    from = `${items.at(-1)?.GSI1SK} `
  }
}
