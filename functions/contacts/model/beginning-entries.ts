import { fromItem } from '../../../shared/store/collection.ts'
import { compareBytes } from '../../../shared/store/key-order.ts'
import { type Item, oldestBetween, type Table } from '../../../shared/store/table.ts'
import { keySeparator } from './contact-name.ts'
import { type MergedPages, mergedPages } from './merged-pages.ts'
import {
  lastCharacter,
  placeOfEntry,
  type SearchEntry,
  searchEntries,
  signposts,
  termPartition,
  wordPartition,
} from './search-index.ts'

/** Where each entry stands among the others with what begins alike. */
export interface PlacedEntry {
  readonly entry: SearchEntry
  readonly place: string
}

/** What stands in the index: an entry, or a signpost to more of them. */
type Placed = PlacedEntry | { readonly word: string; readonly place: string; readonly item: Item }

/** What of a shelf begins in one way, from a place on. */
interface Run {
  readonly shelf: string
  readonly beginning: string
  readonly from: string
  readonly to: string
}

/**
 * The first entries whose terms begin in one of some ways, after a place (null: from the start), in the order of their places.
 * On each shelf as many are read of each beginning as are asked for, and as many of each word that stands apart and is met.
 */
export async function entriesBeginning(
  table: Table,
  shelves: readonly string[],
  beginnings: readonly string[],
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<MergedPages<PlacedEntry>> {
  const passed = passedAt(after)
  const read = async (partition: string, { from, to }: Run) =>
    (await oldestBetween(table, partition, { from, to }, limit)).map(placed)
  const runs = shelves.flatMap((shelf) => beginnings.flatMap((beginning) => runFrom(shelf, beginning, passed)))
  const readOfWord = async (run: Run, word: string) => ({ word, page: await read(wordPartition(run.shelf, word), run) })
  const readRun = async (run: Run) => {
    const likely = likelyApart(run, passed)
    const [page, early] = await Promise.all([
      read(termPartition(run.shelf, run.beginning), run),
      likely === null ? null : readOfWord(run, likely),
    ])
    return { run, page, early, words: wordsAnnounced(run, page, passed) }
  }
  const begun = await Promise.all(runs.map(readRun))
  const pages = begun.map(({ page }) => page)
  const merged = () => mergedPages<Placed>(pages, Array(pages.length).fill(limit), compareBytes)
  const { lookedTo } = merged()
  const isReached = (word: string) => lookedTo === null || compareBytes(placeOfSignpost(word), lookedTo) <= 0
  const ofWords = begun.flatMap(({ run, early, words }) =>
    [...new Set(words)].filter(isReached).map((word) => (early?.word === word ? early : readOfWord(run, word))),
  )
  pages.push(...(await Promise.all(ofWords)).map(({ page }) => page))
  const found = merged()
  const apart = new Set(begun.flatMap(({ words }) => words))
  const toldFrom = (place: string) => (apart.has(wordAt(place)) ? `${place}${besideWord}` : place)
  return {
    merged: found.merged.flatMap((each) => ('entry' in each ? { ...each, place: toldFrom(each.place) } : [])),
    lookedTo: found.lookedTo && toldFrom(found.lookedTo),
  }
}

function placed(item: Item): Placed {
  if (item.type === signposts.name) {
    const { word } = fromItem(signposts, item)
    return { word, place: placeOfSignpost(word), item }
  }
  const entry = fromItem(searchEntries, item)
  return { entry, place: placeOfEntry(entry) }
}

const placeOfSignpost = (word: string) => `${word}${keySeparator}`
const wordAt = (place: string) => place.slice(0, place.indexOf(keySeparator))

/** Where a page before ended, and the word within which it did, where that stands apart too. */
interface Passed {
  readonly place: string | null
  readonly word: string | null
}

/** So ends a place whose word stands apart too: whoever goes on from there has passed the signpost. */
const besideWord = '\n'

function passedAt(after: string | null): Passed {
  if (!after?.endsWith(besideWord)) return { place: after, word: null }
  const place = after.slice(0, -besideWord.length)
  return { place, word: wordAt(place) }
}

/** The word within which the page before ended is read at the same moment. */
function likelyApart({ beginning }: Run, { word }: Passed): string | null {
  return word?.startsWith(beginning) ? word : null
}

/** The words that stand apart too, as far as a page has met them. */
function wordsAnnounced({ beginning }: Run, page: readonly Placed[], { word }: Passed): string[] {
  const met = page.flatMap((each) => ('word' in each ? each : []))
  return [...(word?.startsWith(beginning) ? [word] : []), ...met.map((each) => each.word)]
}

/** What a page has left behind needs no reading. */
function runFrom(shelf: string, beginning: string, { place: after }: Passed): Run[] {
  // Nothing sorts between a place and the same with a separator; right after a signpost stand those without a name.
  const from = after !== null && compareBytes(after, beginning) >= 0 ? `${after}${keySeparator}` : beginning
  const to = `${beginning}${lastCharacter}`
  return compareBytes(from, to) > 0 ? [] : [{ shelf, beginning, from, to }]
}
