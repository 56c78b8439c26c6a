import type { Found, PageRequest } from '../../../shared/http/page.ts'
import { compareBytes } from '../../../shared/store/key-order.ts'
import type { Table } from '../../../shared/store/table.ts'
import {
  type Candidate,
  contactsOf,
  leadsTo,
  listedByChange,
  listedByName,
  markedByName,
  type Slice,
  type Stretch,
} from './candidates.ts'
import type { Contact } from './contact.ts'
import { isAmong, type Search } from './contact-matcher.ts'
import { orderKeyOf } from './contact-name.ts'
import { mayBeOfKind } from './leads.ts'
import { likelyNext, type Order, positionIn, positionOf, withShares } from './list-position.ts'
import { leastAtOnce, nextLook } from './next-look.ts'
import { allWithTerms, moreOfTerms, searchedTerms } from './searched-terms.ts'

/**
 * How many contacts a page looks at where some of them may not match; the next page goes on from there. Those that have to be
 * read by their keys are paid for one by one, those that listings show come at less than a tenth.
 */
const [readPerPage, listedPerPage] = [100, 500]
/**
 * So many finds, or as many as a page shows, are read at once and sorted. More come by the word that was found, or as the
 * listing by the last change has them.
 */
const sortedAtMost = 25

/** Candidates of a page in an order. */
export interface Round {
  readonly order: Order
  readonly slice: Slice
}

type PageOfContacts = Pick<PageRequest, 'size' | 'after'>

/** What can be read before it is known who may see what: candidates in their order, for one page. */
export async function candidatesFor(table: Table, search: Search, page: PageOfContacts): Promise<Round> {
  return await candidatesIn(table, search, page, page.size + 1)
}

async function candidatesIn(
  table: Table,
  search: Search,
  { size, after: position }: PageOfContacts,
  limit: number,
): Promise<Round> {
  const { order, after, shares } = positionIn(position)
  const stretch = {
    after,
    limit,
    ...(shares && { limits: shares.map((share) => Math.min(listedPerPage, likelyNext(share))) }),
  }
  if (order?.startsWith('word ')) {
    const index = Number(order.slice('word '.length))
    return { order, slice: await moreOfTerms(table, search, index, stretch) }
  }
  if (order === 'listed change') return { order, slice: await listedByChange(table, search, stretch) }
  const sorted = Math.max(size, sortedAtMost)
  return search.filters.sort === 'updated'
    ? await byChange(table, search, stretch, sorted)
    : await inNames(table, search, stretch, sorted)
}

async function inNames(table: Table, search: Search, stretch: Stretch, sorted: number): Promise<Round> {
  const marked = await markedByName(table, search, stretch)
  if (marked) return { order: 'name', slice: marked }
  const found = await searchedTerms(table, search, { wanted: stretch.limit, sorted })
  if (!found) return { order: 'name', slice: await listedByName(table, search, stretch) }
  if ('all' in found) {
    const left = found.all.filter(({ place }) => stretch.after === null || compareBytes(place, stretch.after) > 0)
    return { order: 'name', slice: { candidates: left, lookedTo: null } }
  }
  // Where there have come to be more meanwhile, what began by name goes on by name.
  if (stretch.after !== null) return { order: 'name', slice: await listedByName(table, search, stretch) }
  return { order: `word ${found.lookup}`, slice: found.first }
}

async function byChange(table: Table, search: Search, stretch: Stretch, atMost: number): Promise<Round> {
  const few = await allOf(table, search, atMost)
  if (few === null) return { order: 'listed change', slice: await listedByChange(table, search, stretch) }
  const { contacts, beside } = await contactsOf(table, few)
  const placed = [...contacts.values()].map((contact) => ({
    id: contact.id,
    place: `${contact.updatedAt}#${contact.id}`,
    contact,
    ledBy: [],
  }))
  const left = placed.filter(({ place }) => stretch.after === null || place < stretch.after)
  const candidates = left.sort((a, b) => (a.place < b.place ? 1 : -1))
  return { order: 'change', slice: { candidates, lookedTo: null, beside } }
}

/** All candidates, where they are few enough to be read at once. */
async function allOf(table: Table, search: Search, atMost: number): Promise<readonly Candidate[] | null> {
  const marked = await markedByName(table, search, { after: null, limit: atMost + 1 })
  if (!marked) return await allWithTerms(table, search, atMost)
  if (marked.lookedTo !== null || marked.candidates.length > atMost) return null
  return marked.candidates.filter((candidate) => mayBeOfKind(candidate, search.filters.kind))
}

/** How many rounds of candidates a page goes through where some lead to nothing. */
const maxRounds = 10

/** Contacts of a page, and those that were read with them, whoever sees these. */
export interface FoundContacts extends Found<Contact> {
  readonly beside: readonly Contact[]
}

/**
 * A page of those candidates that are what is looked for. Where some are not, it goes on until it is full or has looked at
 * enough. Some may lead to nothing, such as those of an import that broke down; a page does not end early for them.
 */
export async function foundContacts(
  table: Table,
  search: Search,
  page: PageOfContacts,
  first: Round,
): Promise<FoundContacts> {
  const [records, beside, listed]: [Contact[], Contact[], Contact[]] = [[], [], []]
  let [round, asked, looked] = [first, page.size + 1, 0]
  const atMost = isListed(first) ? listedPerPage : readPerPage
  for (let rounds = 1; ; rounds++) {
    const found = await foundInRound(
      table,
      search,
      { size: page.size - records.length, atMost: atMost - looked },
      round,
    )
    records.push(...found.records)
    beside.push(...found.beside)
    listed.push(...found.listed)
    const { next } = found
    looked += found.looked
    const left = atMost - looked
    const isFarEnough = left <= 0 || round.slice.isFarEnough || rounds === maxRounds
    if (next === null || records.length === page.size || isFarEnough) {
      const isAll = next === null && page.after === null
      if (isAll && round.order.startsWith('word ')) records.sort(byName)
      return { records, next: next && withShares(next, search, listed), beside }
    }
    const shown = round.slice.candidates.length
    asked = nextLook({ asked, shown }, { wanted: page.size, found: records.length, looked, left })
    round = await candidatesIn(table, search, { size: page.size, after: next }, asked)
  }
}

const byName = (a: Contact, b: Contact) => compareBytes(orderKeyOf(a), orderKeyOf(b))

const isListed = ({ slice }: Round) => slice.candidates.every(({ contact }) => contact !== null)

interface FoundInRound extends FoundContacts {
  /** How many contacts were looked at; what leads to none is not counted. */
  readonly looked: number
  /** Those of them that listings have shown. */
  readonly listed: readonly Contact[]
}

async function foundInRound(
  table: Table,
  search: Search,
  { size, atMost }: { readonly size: number; readonly atMost: number },
  { order, slice }: Round,
): Promise<FoundInRound> {
  const found: { contact: Contact; place: string }[] = []
  const [beside, listed]: [Contact[], Contact[]] = [[...(slice.beside ?? [])], []]
  const fitting = slice.candidates.filter((candidate) => mayBeOfKind(candidate, search.filters.kind))
  let looked = slice.candidates.length - fitting.length
  const ended = (next: string | null) => ({
    records: found.map(({ contact }) => contact),
    next: positionOf(order, next),
    beside,
    looked,
    listed,
  })
  const candidates = fitting.slice(0, atMost)
  // As many are read as fit the page: where what was searched is all that is asked for, they are the page.
  for (let from = 0; from < candidates.length; ) {
    const some = candidates.slice(from, from + (from === 0 ? size : Math.max(size, leastAtOnce)))
    const read = await contactsOf(table, some)
    beside.push(...read.beside)
    for (const candidate of some) {
      from++
      const { place, contact: shown } = candidate
      const contact = read.contacts.get(candidate.id)
      if (!contact || !leadsTo(contact, candidate)) continue
      looked++
      if (shown) listed.push(shown)
      if (!isAmong(contact, search)) continue
      found.push({ contact, place })
      if (found.length === size) return ended(placeAfter(slice, fitting.slice(from), place, search))
    }
  }
  return ended(candidates.length < fitting.length ? (candidates.at(-1)?.place ?? null) : slice.lookedTo)
}

/** Where a page goes on that was full at some place: of what is known already, only what is looked for is worth another one. */
function placeAfter({ lookedTo }: Slice, left: readonly Candidate[], place: string, search: Search): string | null {
  const mayBeMore = ({ contact }: Candidate) => contact === null || isAmong(contact, search)
  return left.some(mayBeMore) ? place : lookedTo
}
