import type { Table } from '../store/table.ts'
import { type Candidate, type Slice, type Stretch, shelvesOf } from './candidates.ts'
import type { Search } from './contact-matcher.ts'
import { mayBeOfKind } from './leads.ts'
import {
  compareBytes,
  entriesBeginning,
  leadOfEntry,
  placeOfEntry,
  type SearchEntry,
  standsTogether,
} from './search-index.ts'
import { beginningsOf, isFoundBy } from './search-query.ts'
import { cutTerm, longestOf, positionOf } from './search-terms.ts'
import { wordsOf } from './search-words.ts'

/** A part of what was typed, as it is looked up. */
interface Lookup {
  /** Which of the parts. */
  readonly index: number
  readonly beginnings: readonly string[]
}

/** Entries that are read at once: where a part has no more than these, its contacts are known, and sorted by name. */
const entriesRead = 50
/** As many again are read where other words leave few of them. */
const maxReads = 6
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
      const entries = await entriesBeginning(table, shelvesOf(search), lookup.beginnings, stretch)
      return { lookup, entries }
    }),
  )
}

/** All candidates by name, where one part has at most so many entries; null where each has more, or none can be looked up. */
export async function allWithTerms(table: Table, search: Search, atMost: number): Promise<readonly Candidate[] | null> {
  return allAmong(await lookedUpParts(table, search, atMost + 1), search, atMost)
}

type LookedUp = Awaited<ReturnType<typeof lookedUpParts>>

function allAmong(parts: LookedUp, search: Search, atMost: number): readonly Candidate[] | null {
  const whole = parts.map(({ entries }) => entries).filter((entries) => entries.length <= atMost)
  const [fewest] = whole.toSorted((a, b) => a.length - b.length)
  return fewest ? byName(fewest.filter((entry) => mayFit(entry, search))) : null
}

/** Looks up what is searched, from the start, for a page that wants so many; null where nothing can be looked up. */
export async function searchedTerms(table: Table, search: Search, wanted: number): Promise<Searched | null> {
  const parts = await lookedUpParts(table, search, entriesRead + 1)
  const [first] = parts
  if (!first) return null
  const all = allAmong(parts, search, entriesRead)
  if (all) return { all }
  const { lookup, entries } = first
  const read = { entries, asked: entriesRead + 1, limit: wanted }
  return { lookup: lookup.index, first: await continued(table, search, lookup, read) }
}

/** The same from a place on, for what has more than are read at once. */
export async function moreOfTerms(table: Table, search: Search, index: number, stretch: Stretch): Promise<Slice> {
  const lookup = lookupsOf(search).find((each) => each.index === index)
  if (!lookup) return { candidates: [], lookedTo: null }
  const entries = await entriesBeginning(table, shelvesOf(search), lookup.beginnings, stretch)
  return await continued(table, search, lookup, { entries, asked: stretch.limit, limit: stretch.limit })
}

/** Goes on from what was read until enough have all the words, or as far as one page looks. */
async function continued(
  table: Table,
  search: Search,
  { beginnings }: Lookup,
  read: { readonly entries: readonly SearchEntry[]; readonly asked: number; readonly limit: number },
): Promise<Slice> {
  const candidates: Candidate[] = []
  let { entries, asked } = read
  for (let reads = 1; ; reads++) {
    const fitting = entries.filter((entry) => isFirstOf(entry, beginnings) && mayFit(entry, search))
    candidates.push(...fitting.map((entry) => candidateOf(entry, placeOfEntry(entry))))
    const last = entries.at(-1)
    if (!last || entries.length < asked) return { candidates, lookedTo: null }
    const after = placeOfEntry(last)
    if (candidates.length >= read.limit) return { candidates, lookedTo: after }
    if (reads === maxReads) return { candidates, lookedTo: after, isFarEnough: true }
    asked = entriesRead + 1
    entries = await entriesBeginning(table, shelvesOf(search), beginnings, { after, limit: asked })
  }
}

/** Whether an entry tells nothing that its contact is not looked for. */
function mayFit(entry: SearchEntry, { parts, filters }: Search): boolean {
  return isFoundBy(entry.terms, parts) && mayBeOfKind(entry, filters.kind)
}

/** A contact that is found by several of its words is found by the first of them. */
function isFirstOf({ position, terms }: SearchEntry, beginnings: readonly string[]): boolean {
  const found = terms.map(positionOf).filter((own) => beginnings.some((beginning) => own.startsWith(beginning)))
  return found.every((own) => compareBytes(position, own) <= 0)
}

function byName(entries: readonly SearchEntry[]): Candidate[] {
  const once = new Map(entries.map((entry) => [entry.order, candidateOf(entry, entry.order)]))
  return [...once.values()].sort((a, b) => compareBytes(a.place, b.place))
}

function candidateOf(entry: SearchEntry, place: string): Candidate {
  return { ...leadOfEntry(entry), place, contact: null }
}
