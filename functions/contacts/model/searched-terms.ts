import { compareBytes } from '../../../shared/store/key-order.ts'
import type { Table } from '../../../shared/store/table.ts'
import { entriesBeginning, type PlacedEntry } from './beginning-entries.ts'
import { type Candidate, type Slice, type Stretch, shelvesOf } from './candidates.ts'
import type { Search } from './contact-matcher.ts'
import { mayBeOfKind } from './leads.ts'
import type { MergedPages } from './merged-pages.ts'
import { leastAtOnce, nextLook } from './next-look.ts'
import { leadOfEntry, type SearchEntry, searchEntries, standsTogether } from './search-index.ts'
import { beginningsOf, isFoundBy } from './search-query.ts'
import { cutTerm, longestOf, positionOf } from './search-terms.ts'
import { wordsOf } from './search-words.ts'

/** A part of what was typed, as it is looked up. */
interface Lookup {
  /** Which of the parts. */
  readonly index: number
  readonly beginnings: readonly string[]
}

/** So many more entries are read at first where other words or a filter leave some of what a word finds. */
const moreOfNarrowed = 1.5
/** Entries that a page looks at where few have the other words, and in how many goes; the next page goes on from there. */
const [entriesPerPage, maxReads] = [300, 6]
/** More parts than these are looked for only in what the others find. */
const lookedUp = 3

/** Those parts by which contacts can be looked up, the longest first, which fewest contacts have. */
function lookupsOf(search: Search): Lookup[] {
  const { tag } = search.filters
  const parts = [...search.parts.map(beginningsOf), tag === undefined ? [] : beginningsOfTag(tag)]
  const lookups = parts.map((beginnings, index) => ({ index, beginnings }))
  const usable = lookups.filter(({ beginnings }) => beginnings.length > 0 && beginnings.every(standsTogether))
  const shortest = ({ beginnings }: Lookup) => Math.min(...beginnings.map((beginning) => beginning.length))
  return usable.toSorted((a, b) => shortest(b) - shortest(a)).slice(0, lookedUp)
}

/** Of a tag, the word that whoever has it is found by, however many words they have. */
function beginningsOfTag(tag: string): string[] {
  const word = longestOf(wordsOf(tag))
  return word === undefined ? [] : [cutTerm(word)]
}

/** What the index tells of a search. */
export type Searched =
  /** All of them, by name. */
  | { readonly all: readonly Candidate[] }
  /** More than are read at once: they come by the word that was found, and by name among those with the same word. */
  | { readonly lookup: number; readonly first: Slice }

/** What is looked up from the start, as many entries of each part as are asked for. */
async function lookedUpParts(table: Table, search: Search, limit: number) {
  const stretch = { after: null, limit }
  return await Promise.all(
    lookupsOf(search).map(async (lookup) => {
      const found = await entriesBeginning(table, shelvesOf(search), lookup.beginnings, stretch)
      return { lookup, found, fitting: fittingAmong(found.merged, lookup, search) }
    }),
  )
}

type LookedUp = Awaited<ReturnType<typeof lookedUpParts>>

/** All candidates by name, where one part has at most so many entries; null where each has more, or none can be looked up. */
export async function allWithTerms(table: Table, search: Search, atMost: number): Promise<readonly Candidate[] | null> {
  return allAmong(await lookedUpParts(table, search, atMost + 1), search, atMost)
}

function allAmong(parts: LookedUp, search: Search, atMost = Number.POSITIVE_INFINITY): readonly Candidate[] | null {
  const whole = parts.flatMap(({ found: { merged, lookedTo } }) =>
    lookedTo === null && merged.length <= atMost ? [merged.map(({ entry }) => entry)] : [],
  )
  const [fewest] = whole.toSorted((a, b) => a.length - b.length)
  return fewest ? byName(fewest.filter((entry) => mayFit(entry, search))) : null
}

/**
 * Looks up what is searched, from the start, for a page that wants so many; null where nothing can be looked up. Where one part
 * has at most so many entries as are to be sorted, all its contacts are known.
 */
export async function searchedTerms(
  table: Table,
  search: Search,
  { wanted, sorted }: { readonly wanted: number; readonly sorted: number },
): Promise<Searched | null> {
  const asked = askedFor(search, sorted + 1)
  const parts = await lookedUpParts(table, search, asked)
  const all = allAmong(parts, search)
  if (all) return { all }
  // Of whose entries most have the other words as well.
  const [best] = parts.toSorted((a, b) => b.fitting.length - a.fitting.length)
  if (!best) return null
  const { lookup, found } = best
  return { lookup: lookup.index, first: await continued(table, search, lookup, { found, asked, wanted }) }
}

/** The same from a place on, for what has more than are read at once. */
export async function moreOfTerms(table: Table, search: Search, index: number, stretch: Stretch): Promise<Slice> {
  const lookup = lookupsOf(search).find((each) => each.index === index)
  if (!lookup) return { candidates: [], lookedTo: null }
  const asked = askedFor(search, stretch.limit)
  const found = await entriesBeginning(table, shelvesOf(search), lookup.beginnings, { ...stretch, limit: asked })
  return await continued(table, search, lookup, { found, asked, wanted: stretch.limit })
}

/** How many entries to read for so many finds: where one word is all that is asked for, each of its entries is one. */
function askedFor({ parts, filters }: Search, wanted: number): number {
  const { kind, tag, createdByMe } = filters
  const isNarrowed = parts.length + (tag === undefined ? 0 : 1) > 1 || kind !== undefined || createdByMe
  return isNarrowed ? Math.ceil(moreOfNarrowed * wanted) : wanted
}

/** Goes on from what was read until enough have all the words, or as far as one page looks. */
async function continued(
  table: Table,
  search: Search,
  lookup: Lookup,
  first: { readonly found: MergedPages<PlacedEntry>; readonly asked: number; readonly wanted: number },
): Promise<Slice> {
  const candidates: Candidate[] = []
  let { found, asked } = first
  let looked = 0
  for (let reads = 1; ; reads++) {
    const { merged, lookedTo } = found
    looked += merged.length
    const fitting = fittingAmong(merged, lookup, search)
    candidates.push(...fitting.map(({ entry, place }) => candidateOf(entry, place)))
    if (lookedTo === null || candidates.length >= first.wanted) return { candidates, lookedTo }
    const progress = { wanted: first.wanted, found: candidates.length, looked, left: entriesPerPage - looked }
    if (progress.left <= 0 || reads === maxReads) return { candidates, lookedTo, isFarEnough: true }
    // Of many shelves a few entries each would make nothing certain.
    asked = Math.max(leastAtOnce, nextLook({ asked, shown: merged.length }, progress))
    const stretch = { after: lookedTo, limit: asked }
    found = await entriesBeginning(table, shelvesOf(search), lookup.beginnings, stretch)
  }
}

function fittingAmong(entries: readonly PlacedEntry[], { beginnings }: Lookup, search: Search): PlacedEntry[] {
  return entries.filter(({ entry }) => isFirstOf(entry, beginnings) && mayFit(entry, search))
}

/** Whether an entry tells nothing that its contact is not looked for. */
function mayFit(entry: SearchEntry, { parts, filters }: Search): boolean {
  const ofTag = filters.tag === undefined ? [] : beginningsOfTag(filters.tag)
  const mayHaveTag = ofTag.every((beginning) => entry.terms.some((term) => term.startsWith(beginning)))
  return mayHaveTag && isFoundBy(entry.terms, parts) && mayBeOfKind(entry, filters.kind)
}

/** A contact that is found by several of its words is found by the first of them. */
function isFirstOf({ position, terms }: SearchEntry, beginnings: readonly string[]): boolean {
  const found = terms.map(positionOf).filter((own) => beginnings.some((beginning) => own.startsWith(beginning)))
  return found.every((own) => compareBytes(position, own) <= 0)
}

function byName(entries: readonly SearchEntry[]): Candidate[] {
  const byOrder = new Map<string, Candidate>()
  for (const entry of entries) {
    const candidate = candidateOf(entry, entry.order)
    const ledBy = [...(byOrder.get(entry.order)?.ledBy ?? []), ...candidate.ledBy]
    byOrder.set(entry.order, { ...candidate, ledBy })
  }
  return [...byOrder.values()].sort((a, b) => compareBytes(a.place, b.place))
}

function candidateOf(entry: SearchEntry, place: string): Candidate {
  return { ...leadOfEntry(entry), place, contact: null, ledBy: [searchEntries.key(entry)] }
}
