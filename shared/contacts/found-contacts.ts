import type { Found, PageRequest } from '../http/page.ts'
import type { Table } from '../store/table.ts'
import { type Candidate, contactsOf, listedByChange, listedByName, markedByName, type Slice } from './candidates.ts'
import type { Contact } from './contact.ts'
import { isAmong, type Search } from './contact-matcher.ts'
import { compareBytes } from './search-index.ts'
import { moreOfTerms, searchedTerms } from './searched-terms.ts'

/** How many contacts a page looks at where some of them may not match; the next page goes on from there. */
const lookedAtPerPage = 100
/** People of one company, or contacts with one reference, that are sorted by their last change. */
const sortedAtMost = 200

/**
 * In what order a page goes through the contacts: by name; by the word that was found, then by name; by the last change. A
 * position tells it, so that the pages of one search keep to the order in which the first one began.
 */
type Order = 'name' | `word ${number}` | 'change'

/** Candidates of a page in an order. */
export interface Round {
  readonly order: Order
  readonly slice: Slice
}

type PageOfContacts = Pick<PageRequest, 'size' | 'after'>

/** What can be read before it is known who may see what: candidates in their order, for one page. */
export async function candidatesFor(table: Table, search: Search, page: PageOfContacts): Promise<Round> {
  const { order, after } = positionIn(page.after)
  const limit = isFiltered(search) ? Math.max(lookedAtPerPage, page.size + 1) : page.size + 1
  if (order?.startsWith('word ')) {
    const index = Number(order.slice('word '.length))
    return { order, slice: await moreOfTerms(table, search, index, { after, limit: page.size + 1 }) }
  }
  return search.filters.sort === 'updated'
    ? await byChange(table, search, { after, limit })
    : await byName(table, search, { after, limit })
}

type Stretch = { readonly after: string | null; readonly limit: number }

async function byName(table: Table, search: Search, stretch: Stretch): Promise<Round> {
  const marked = await markedByName(table, search, stretch)
  if (marked) return { order: 'name', slice: marked }
  const found = await searchedTerms(table, search)
  if (!found) return { order: 'name', slice: await listedByName(table, search, stretch) }
  if ('all' in found) {
    const left = found.all.filter(({ place }) => stretch.after === null || compareBytes(place, stretch.after) > 0)
    return { order: 'name', slice: { candidates: left, lookedTo: null } }
  }
  // Where there have come to be more meanwhile, what began by name goes on by name.
  if (stretch.after !== null) return { order: 'name', slice: await listedByName(table, search, stretch) }
  return { order: `word ${found.lookup}`, slice: found.first }
}

async function byChange(table: Table, search: Search, stretch: Stretch): Promise<Round> {
  const few = await allOf(table, search)
  if (few === null) return { order: 'change', slice: await listedByChange(table, search, stretch) }
  const known = [...(await contactsOf(table, few)).values()]
  const placed = known.map((contact) => ({ id: contact.id, place: `${contact.updatedAt}#${contact.id}`, contact }))
  const left = placed.filter(({ place }) => stretch.after === null || place < stretch.after)
  return { order: 'change', slice: { candidates: left.sort((a, b) => (a.place < b.place ? 1 : -1)), lookedTo: null } }
}

/** All candidates, where they are few enough to be read at once. */
async function allOf(table: Table, search: Search): Promise<readonly Candidate[] | null> {
  const marked = await markedByName(table, search, { after: null, limit: sortedAtMost + 1 })
  if (marked) return marked.candidates.length <= sortedAtMost ? marked.candidates : null
  const found = await searchedTerms(table, search)
  return found && 'all' in found ? found.all : null
}

/** Whether what is gone through holds others than those that are looked for. Marks stand by name alone. */
function isFiltered({ filters, parts }: Search): boolean {
  const { kind, tag, createdByMe, companyId, externalRef, sort } = filters
  const marked = [companyId, externalRef].filter((value) => value !== undefined).length
  const isMarkedOnly = marked === 0 || (marked === 1 && kind === undefined && sort === 'name')
  return parts.length > 0 || createdByMe === true || tag !== undefined || !isMarkedOnly
}

/** How many rounds of candidates a page goes through where some lead to nothing. */
const maxRounds = 10

/**
 * A page of those candidates that are what is looked for. Some may lead to nothing, such as those of an import that broke
 * down; a page does not end early for them.
 */
export async function foundContacts(
  table: Table,
  search: Search,
  page: PageOfContacts,
  first: Round,
): Promise<Found<Contact>> {
  const records: Contact[] = []
  let round = first
  for (let rounds = 1; ; rounds++) {
    const found = await foundInRound(table, search, page.size - records.length, round)
    records.push(...found.records)
    const { next } = found
    if (next === null || !found.leadsAstray || records.length === page.size || rounds === maxRounds)
      return { records, next }
    round = await candidatesFor(table, search, { size: page.size - records.length, after: next })
  }
}

interface FoundInRound extends Found<Contact> {
  /** Whether a candidate led to nothing. */
  readonly leadsAstray: boolean
}

async function foundInRound(
  table: Table,
  search: Search,
  size: number,
  { order, slice }: Round,
): Promise<FoundInRound> {
  const found: { contact: Contact; place: string }[] = []
  let leadsAstray = false
  const ended = (next: string | null) => ({
    ...{ records: found.map(({ contact }) => contact), next: positionOf(order, next) },
    leadsAstray,
  })
  const looked = slice.candidates.slice(0, lookedAtPerPage)
  // As many are read as fit the page: where what was searched is all that is asked for, they are the page.
  for (let from = 0; from < looked.length; from += size + 1) {
    const candidates = looked.slice(from, from + size + 1)
    const contacts = await contactsOf(table, candidates)
    for (const { id, place } of candidates) {
      const contact = contacts.get(id)
      if (!contact) leadsAstray = true
      if (!contact || !isAmong(contact, search)) continue
      if (found.length === size) return ended(found.at(-1)?.place ?? null)
      found.push({ contact, place })
    }
  }
  const isWhole = looked.length === slice.candidates.length
  return ended(isWhole ? slice.lookedTo : (looked.at(-1)?.place ?? null))
}

function positionOf(order: Order, place: string | null): string | null {
  return place === null ? null : `${order}:${place}`
}

/** A position is ours alone: the token that carries it is authenticated. */
function positionIn(position: string | null): { order: Order | null; after: string | null } {
  if (position === null) return { order: null, after: null }
  const at = position.indexOf(':')
  const name = position.slice(0, at)
  const order = name === 'name' || name === 'change' ? name : (`word ${Number(name.slice('word '.length))}` as const)
  return { order, after: position.slice(at + 1) }
}
