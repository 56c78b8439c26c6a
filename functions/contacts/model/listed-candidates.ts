import { fromItem } from '../../../shared/store/collection.ts'
import { justBefore } from '../../../shared/store/index-ranges.ts'
import { compareBytes } from '../../../shared/store/key-order.ts'
import { mergedPages } from '../../../shared/store/merged-pages.ts'
import { queryIndex, type Table } from '../../../shared/store/table.ts'
import { kinds, listingOf } from './address-book.ts'
import { addressBooksOf, type Candidate, type Candidates, type SearchPage } from './candidate.ts'
import { contacts } from './contact.ts'
import type { Search } from './contact-matcher.ts'
import { keySeparator } from './contact-name.ts'
import { lastCharacter } from './search-index.ts'

/** How many contacts a page reads where a filter may leave some of them out. A page then has fewer results than asked for. */
const filteredPerPage = 350

/** The listings that together hold every contact that may match. */
export function listingsOf(search: Search): string[] {
  const { kind } = search.filters
  return addressBooksOf(search).flatMap((addressBook) =>
    (kind ? [kind] : kinds).map((each) => listingOf(addressBook, each)),
  )
}

/** Contacts in the order of the results, read from the listings. */
export async function listedCandidates(table: Table, search: Search, { size, after }: SearchPage): Promise<Candidates> {
  const listings = listingsOf(search)
  const limit = Math.max(size + 1, isFiltered(search) ? Math.ceil(filteredPerPage / listings.length) : 0)
  const isByChange = search.filters.sort === 'updated'
  const range = isByChange ? afterByChange(after) : afterByName(after)
  const pages = await Promise.all(
    listings.map(async (partition): Promise<Candidate[]> => {
      const items = await queryIndex(table, { ...range, partition, limit })
      return items.map((item) => {
        const contact = fromItem(contacts, item)
        return { id: contact.id, place: String(item[`${range.index}SK`]), contact }
      })
    }),
  )
  const compare = isByChange ? (a: string, b: string) => compareBytes(b, a) : compareBytes
  const { merged, lookedTo } = mergedPages(pages, limit, compare)
  return { candidates: merged, lookedTo }
}

/** Whether some contacts of the listings may not match. */
function isFiltered({ parts, filters: { tag, companyId, externalRef, createdByMe } }: Search): boolean {
  return parts.length > 0 || [tag, companyId, externalRef, createdByMe].some((value) => value !== undefined)
}

function afterByName(after: string | null) {
  // Nothing sorts between a position and the same with a space.
  const from = after === null ? keySeparator : `${after} `
  return { index: 'GSI1', from, to: lastCharacter } as const
}

function afterByChange(after: string | null) {
  return { index: 'GSI2', newestFirst: true, ...(after !== null && { to: justBefore(after) }) } as const
}
