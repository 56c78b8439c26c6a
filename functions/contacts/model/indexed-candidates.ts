import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import { compareBytes } from '../../../shared/store/key-order.ts'
import { mergedPages } from '../../../shared/store/merged-pages.ts'
import { oldestBetween, type Table } from '../../../shared/store/table.ts'
import { addressBooksOf, type Candidate, type Candidates, changePlaceOf, type SearchPage } from './candidate.ts'
import type { Search } from './contact-matcher.ts'
import { keySeparator } from './contact-name.ts'
import { companyFacet, type Facet, facets, referenceFacet } from './facets.ts'
import { mayBeOfKind, readIndexedContacts } from './indexed-contact.ts'
import {
  indexedContactOf,
  isInOnePartition,
  lastCharacter,
  type SearchEntry,
  searchEntries,
  termPartition,
} from './search-index.ts'
import { beginningsOf, isFoundBy } from './search-query.ts'
import { cutTerm, longestOf } from './search-terms.ts'
import { wordsOf } from './search-words.ts'

/** A request looks at so many index entries at most. */
const entriesPerRequest = 850
const leastPerQuery = 25
/** More words than these are only looked for in the entries of the others. */
const mostLookedUp = 3
/** To sort by the last change, all contacts must be read: the index only knows their names. */
const mostSortedByChange = 50

/** Candidates from the index; null if the search has no word or facet, or too many contacts have it. */
export async function indexedCandidates(table: Table, search: Search, page: SearchPage): Promise<Candidates | null> {
  return search.filters.sort === 'updated'
    ? await byChange(table, search, page.after)
    : await byName(table, search, page)
}

async function byName(table: Table, search: Search, { size, after }: SearchPage): Promise<Candidates | null> {
  const inFacet = await facetCandidates(table, search, after, 2 * size + 1)
  if (inFacet) return inFacet
  const all = await matchingEntries(table, search, entriesPerRequest)
  if (!all) return null
  const left = all.filter(({ place }) => after === null || compareBytes(place, after) > 0)
  return { candidates: left, lookedTo: null }
}

async function byChange(table: Table, search: Search, after: string | null): Promise<Candidates | null> {
  const all = await fewCandidates(table, search)
  if (!all) return null
  const { contacts, beside } = await readIndexedContacts(table, all)
  const read = [...contacts.values()].map((contact) => ({ id: contact.id, place: changePlaceOf(contact), contact }))
  const left = read.filter(({ place }) => after === null || compareBytes(place, after) < 0)
  return { candidates: left.toSorted((a, b) => compareBytes(b.place, a.place)), lookedTo: null, beside }
}

/** All candidates; null if there are more than can be read at once. */
async function fewCandidates(table: Table, search: Search): Promise<readonly Candidate[] | null> {
  const inFacet = await facetCandidates(table, search, null, mostSortedByChange + 1)
  if (!inFacet) return await matchingEntries(table, search, mostSortedByChange)
  return inFacet.lookedTo === null && inFacet.candidates.length <= mostSortedByChange ? inFacet.candidates : null
}

/** The contacts of a company, or with one reference, by name; null if the search asks for neither. */
async function facetCandidates(
  table: Table,
  search: Search,
  after: string | null,
  limit: number,
): Promise<Candidates | null> {
  const { companyId, externalRef, kind } = search.filters
  if (companyId === undefined && externalRef === undefined) return null
  // Nothing sorts between a position and the same with a space.
  const range = { from: after === null ? keySeparator : `${after} `, to: lastCharacter }
  const candidateOf = ({ contactId, order, ...hint }: Facet): Candidate => ({
    id: contactId,
    place: order,
    contact: null,
    kind: hint.kind,
    companyId: hint.companyId ?? companyId,
  })
  const pages = await Promise.all(
    addressBooksOf(search).map(async (addressBook) => {
      const partition =
        externalRef === undefined
          ? companyFacet(addressBook, companyId ?? '')
          : referenceFacet(addressBook, externalRef)
      const items = await oldestBetween(table, partition, range, limit)
      return items.map((item) => candidateOf(fromItem(facets, item)))
    }),
  )
  const { merged, lookedTo } = mergedPages(pages, limit, compareBytes)
  // A contact that moved to another address book may still have a stale facet in the former one.
  const byPlace = new Map(merged.map((candidate) => [candidate.place, candidate]))
  return { candidates: [...byPlace.values()].filter((candidate) => mayBeOfKind(candidate, kind)), lookedTo }
}

/**
 * All entries that match, by name, read by the rarest word. Each word gets the same share of the entries that may be read;
 * null if there are more entries of every word.
 */
async function matchingEntries(table: Table, search: Search, atMost: number): Promise<readonly Candidate[] | null> {
  const words = lookedUpWords(search)
  const queries = addressBooksOf(search).length * words.flat().length
  const limit = Math.max(leastPerQuery, Math.floor(atMost / queries)) + 1
  const found = await Promise.all(words.map((beginnings) => allEntries(table, search, beginnings, limit)))
  const [fewest] = found.filter((entries) => entries !== null).toSorted((a, b) => a.length - b.length)
  if (!fewest) return null
  const matching = fewest.filter((entry) => mayMatch(entry, search))
  const byOrder = new Map(matching.map((entry) => [entry.order, entry]))
  return [...byOrder.values()].toSorted((a, b) => compareBytes(a.order, b.order)).map(candidateOfEntry)
}

const candidateOfEntry = (entry: SearchEntry): Candidate => ({
  ...indexedContactOf(entry),
  place: entry.order,
  contact: null,
})

/** How the terms begin that are looked up for each word; the longest words first, because fewer contacts have them. */
function lookedUpWords({ parts, filters: { tag } }: Search): string[][] {
  const words = [...parts.map(beginningsOf), tag === undefined ? [] : beginningsOfTag(tag)]
  const shortest = (beginnings: readonly string[]) => Math.min(...beginnings.map(({ length }) => length))
  return words
    .filter((beginnings) => beginnings.length > 0 && beginnings.every(isInOnePartition))
    .toSorted((a, b) => shortest(b) - shortest(a))
    .slice(0, mostLookedUp)
}

/** The one word of a tag that every contact with it has an entry of. */
function beginningsOfTag(tag: string): string[] {
  const word = longestOf(wordsOf(tag))
  return word === undefined ? [] : [cutTerm(word)]
}

/** The entries with these beginnings; null if one query has `limit` or more. */
async function allEntries(
  table: Table,
  search: Search,
  beginnings: readonly string[],
  limit: number,
): Promise<SearchEntry[] | null> {
  const queries = addressBooksOf(search).flatMap((addressBook) =>
    beginnings.map((from) => ({ partition: termPartition(addressBook, from), from, to: `${from}${lastCharacter}` })),
  )
  const pages = await Promise.all(
    queries.map(({ partition, ...range }) => oldestBetween(table, partition, range, limit)),
  )
  if (pages.some(({ length }) => length >= limit)) return null
  return recordsOf(searchEntries, pages.flat())
}

function mayMatch(entry: SearchEntry, { parts, filters: { tag, kind } }: Search): boolean {
  const ofTag = tag === undefined ? [] : beginningsOfTag(tag)
  const mayHaveTag = ofTag.every((beginning) => entry.terms.some((term) => term.startsWith(beginning)))
  return mayHaveTag && isFoundBy(entry.terms, parts) && mayBeOfKind(entry, kind)
}
