import type { Searched } from '../../../shared/http/page.ts'
import type { Table } from '../../../shared/store/table.ts'
import { type Candidate, type Candidates, changePlaceOf, type SearchPage } from './candidate.ts'
import type { Contact } from './contact.ts'
import { isAmong, type Search } from './contact-matcher.ts'
import { orderKeyOf } from './contact-name.ts'
import { indexedCandidates } from './indexed-candidates.ts'
import { readIndexedContacts } from './indexed-contact.ts'
import { listedCandidates } from './listed-candidates.ts'

/** The candidates for one page, and whether they come from the index or from the listings. */
export interface PageCandidates extends Candidates {
  readonly source: 'index' | 'listing'
}

/**
 * Reads the candidates of a page. If few contacts have a word, the index gives all of them, and they are sorted here. If too
 * many have it, the listings are read in order and filtered; all later pages then do the same.
 */
export async function candidatesFor(
  table: Table,
  search: Search,
  { size, after }: SearchPage,
): Promise<PageCandidates> {
  const position = positionIn(after)
  const page = { size, after: position.after }
  const indexed = position.source === 'listing' ? null : await indexedCandidates(table, search, page)
  if (indexed) return { ...indexed, source: 'index' }
  return { ...(await listedCandidates(table, search, page)), source: 'listing' }
}

/** The page token is authenticated, so a position is always one of ours. */
function positionIn(after: string | null): { source: string; after: string | null } {
  if (after === null) return { source: 'index', after: null }
  const at = after.indexOf(':')
  return { source: after.slice(0, at), after: after.slice(at + 1) }
}

export interface FoundContacts extends Searched<Contact> {
  /** Companies that were read with the contacts. The caller may not be allowed to see them. */
  readonly beside: readonly Contact[]
}

/**
 * The contacts of a page that match. Index items may be outdated, so each contact is checked as it is now. Twice as many
 * contacts as the page has are read at most: the page may have fewer results than asked for.
 */
export async function foundContacts(
  table: Table,
  search: Search,
  { size }: SearchPage,
  { source, candidates, lookedTo, beside = [] }: PageCandidates,
): Promise<FoundContacts> {
  const records: Contact[] = []
  const companies = [...beside]
  const atMost = source === 'listing' ? candidates.length : 2 * size
  const ended = (place: string | null) => ({
    records,
    next: place === null ? null : `${source}:${place}`,
    beside: companies,
    lookedAt: Math.min(candidates.length, atMost),
  })
  for (let from = 0; from < atMost; from += size) {
    const some = candidates.slice(from, Math.min(from + size, atMost))
    const read = await contactsOf(table, some)
    companies.push(...read.beside)
    for (const [index, { id, place }] of some.entries()) {
      const contact = read.contacts.get(id)
      if (contact && placeOf(contact, search) === place && isAmong(contact, search)) records.push(contact)
      if (records.length === size) return ended(nextPlace(candidates.slice(from + index + 1), place, lookedTo, search))
    }
  }
  return ended(candidates.length > atMost ? (candidates[atMost - 1]?.place ?? null) : lookedTo)
}

/** The contacts of candidates as they are now. */
async function contactsOf(table: Table, candidates: readonly Candidate[]) {
  const known = candidates.flatMap(({ contact }) => contact ?? [])
  const unread = candidates.filter(({ contact }) => contact === null)
  const read = await readIndexedContacts(table, unread)
  return { ...read, contacts: new Map([...known.map((contact) => [contact.id, contact] as const), ...read.contacts]) }
}

/** An index item of a former name would repeat the contact, or show it in the wrong position. */
function placeOf(contact: Contact, { filters }: Search): string {
  return filters.sort === 'updated' ? changePlaceOf(contact) : orderKeyOf(contact)
}

/** Where the next page starts after a full one. Candidates that are known not to match are skipped. */
function nextPlace(left: readonly Candidate[], place: string, lookedTo: string | null, search: Search): string | null {
  return left.some(({ contact }) => contact === null || isAmong(contact, search)) ? place : lookedTo
}
