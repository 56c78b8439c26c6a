import { addressOf } from '../../../shared/store/batch-loader.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { justBefore } from '../../../shared/store/index-ranges.ts'
import { compareBytes } from '../../../shared/store/key-order.ts'
import { type IndexRange, type Key, oldestBetween, queryIndex, type Table } from '../../../shared/store/table.ts'
import { type Contact, contacts } from './contact.ts'
import type { Search } from './contact-matcher.ts'
import { keySeparator } from './contact-name.ts'
import { leadingItemsByAddress } from './leading-items.ts'
import { type ContactsRead, type Lead, readLeads } from './leads.ts'
import { companyMarks, type Mark, marks, referenceMarks } from './marks.ts'
import { mergedPages } from './merged-pages.ts'
import { lastCharacter } from './search-index.ts'
import { kinds, listingOf, shelvesFor } from './shelf.ts'

/** A contact that may be among those that are looked for. */
export interface Candidate extends Lead {
  /** Where it stands in the order that is gone through. */
  readonly place: string
  /** Null where it has to be read first. */
  readonly contact: Contact | null
  /** The items that lead to it, as far as they are known; none where a listing shows the contact itself. */
  readonly ledBy: readonly Key[]
}

/** Some candidates in their order, and where looking for them ended; null: there are no more. */
export interface Slice {
  readonly candidates: readonly Candidate[]
  readonly lookedTo: string | null
  /** Contacts that were read with the candidates', such as their companies. */
  readonly beside?: readonly Contact[]
  /** It was looked for in vain so long that a page had better end here. */
  readonly isFarEnough?: true
}

/** What stretch of an order is gone through: after a place (null: from the start), at most so many. */
export interface Stretch {
  readonly after: string | null
  readonly limit: number
  /** Of each listing, where one page tells another how many it will have to look at; else all are asked for `limit`. */
  readonly limits?: readonly number[]
}

export function shelvesOf({ entityIds, principalId, filters }: Search): string[] {
  return entityIds.flatMap((entityId) => shelvesFor(entityId, principalId, filters.visibility))
}

/** The listings that together hold everything that is looked for. */
export function listingsOf(search: Search): string[] {
  const { kind } = search.filters
  return shelvesOf(search).flatMap((shelf) => (kind ? [kind] : kinds).map((each) => listingOf(shelf, each)))
}

/** By name. */
export async function listedByName(table: Table, search: Search, { after, ...limits }: Stretch): Promise<Slice> {
  // Nothing sorts between a place and the same with a space.
  const range = { from: after === null ? keySeparator : `${after} `, to: lastCharacter }
  return await listedIn(table, search, { index: 'GSI1', ...range }, limits, compareBytes)
}

/** By the last change, the latest first. */
export async function listedByChange(table: Table, search: Search, { after, ...limits }: Stretch): Promise<Slice> {
  const range = { newestFirst: true, ...(after && { to: justBefore(after) }) }
  return await listedIn(table, search, { index: 'GSI2', ...range }, limits, (a, b) => compareBytes(b, a))
}

async function listedIn(
  table: Table,
  search: Search,
  range: Omit<IndexRange, 'partition' | 'limit'>,
  { limit, limits }: Omit<Stretch, 'after'>,
  compare: (a: string, b: string) => number,
): Promise<Slice> {
  const listings = listingsOf(search)
  const each = limits?.length === listings.length ? limits : listings.map(() => limit)
  const pages = await Promise.all(
    listings.map((partition, index) => queryIndex(table, { ...range, partition, limit: each[index] ?? limit })),
  )
  const placed = pages.map((page) => page.map((item) => ({ item, place: String(item[`${range.index}SK`]) })))
  const { merged, lookedTo } = mergedPages(placed, each, compare)
  return { candidates: merged.map(({ item, place }) => candidateOf(fromItem(contacts, item), place)), lookedTo }
}

const candidateOf = (contact: Contact, place: string): Candidate => ({ id: contact.id, place, contact, ledBy: [] })

/** Of those that one mark holds together, by name; null where nothing like it is asked for. */
export async function markedByName(table: Table, search: Search, { after, limit }: Stretch): Promise<Slice | null> {
  const { companyId, externalRef } = search.filters
  if (companyId === undefined && externalRef === undefined) return null
  const partitions = shelvesOf(search).map((shelf) =>
    externalRef === undefined ? companyMarks(shelf, companyId ?? '') : referenceMarks(shelf, externalRef),
  )
  const range = { from: after === null ? keySeparator : `${after} `, to: lastCharacter }
  const pages = await Promise.all(partitions.map((partition) => oldestBetween(table, partition, range, limit)))
  const found = pages.map((page) => page.map((item) => ({ companyId, ...candidateOfMark(fromItem(marks, item)) })))
  const limits = partitions.map(() => limit)
  const { merged, lookedTo } = mergedPages(found, limits, compareBytes)
  return { candidates: merged, lookedTo }
}

function candidateOfMark(mark: Mark): Candidate {
  const { contactId: id, order, kind, companyId } = mark
  return { id, place: order, contact: null, ledBy: [marks.key(mark)], kind, ...(companyId && { companyId }) }
}

/** Whether what leads to a contact does so as the contact is now: what a change has left behind leads nowhere. */
export function leadsTo(contact: Contact, { ledBy }: Candidate): boolean {
  if (ledBy.length === 0) return true
  const leading = leadingItemsByAddress(contact)
  return ledBy.some((key) => leading.has(addressOf(key)))
}

/** The candidates' contacts as they are now. */
export async function contactsOf(table: Table, candidates: readonly Candidate[]): Promise<ContactsRead> {
  const known = candidates.flatMap(({ contact }) => contact ?? [])
  const read = await readLeads(
    table,
    candidates.filter(({ contact }) => contact === null),
  )
  return { ...read, contacts: new Map([...known.map((contact) => [contact.id, contact] as const), ...read.contacts]) }
}
