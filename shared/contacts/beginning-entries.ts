import { fromItem } from '../store/collection.ts'
import { compareBytes } from '../store/key-order.ts'
import { type Item, oldestBetween, type Table } from '../store/table.ts'
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
type Placed = PlacedEntry | { readonly word: string; readonly place: string }

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
  const runs = shelves.flatMap((shelf) => beginnings.flatMap((beginning) => runFrom(shelf, beginning, passed.place)))
  const pages = await Promise.all(runs.map((run) => read(termPartition(run.shelf, run.beginning), run)))
  const merged = () => mergedPages<Placed>(pages, Array(pages.length).fill(limit), compareBytes)
  const apart = Map.groupBy(
    runs.flatMap((run, index) => wordsAnnounced(run, pages[index] ?? [], passed.word).map((word) => ({ word, run }))),
    ({ word }) => word,
  )
  let found = merged()
  for (const word of [...apart.keys()].sort(compareBytes)) {
    if (found.lookedTo !== null && compareBytes(placeOfSignpost(word), found.lookedTo) > 0) break
    const further = (apart.get(word) ?? []).map(({ run }) => read(wordPartition(run.shelf, word), run))
    pages.push(...(await Promise.all(further)))
    found = merged()
  }
  const toldFrom = (place: string) => (apart.has(wordAt(place)) ? `${place}${besideWord}` : place)
  return {
    merged: found.merged.flatMap((each) => ('entry' in each ? { ...each, place: toldFrom(each.place) } : [])),
    lookedTo: found.lookedTo && toldFrom(found.lookedTo),
  }
}

function placed(item: Item): Placed {
  if (item.type === signposts.name) {
    const { word } = fromItem(signposts, item)
    return { word, place: placeOfSignpost(word) }
  }
  const entry = fromItem(searchEntries, item)
  return { entry, place: placeOfEntry(entry) }
}

const placeOfSignpost = (word: string) => `${word}${keySeparator}`
const wordAt = (place: string) => place.slice(0, place.indexOf(keySeparator))

/** What a page has left behind needs no reading. */
function runFrom(shelf: string, beginning: string, after: string | null): Run[] {
  // Nothing sorts between a place and the same with a space.
  const from = after !== null && compareBytes(after, beginning) >= 0 ? `${after} ` : beginning
  const to = `${beginning}${lastCharacter}`
  return compareBytes(from, to) > 0 ? [] : [{ shelf, beginning, from, to }]
}

/** The words that stand apart too, as far as a page has met them, and the one within which the page before ended. */
function wordsAnnounced({ beginning }: Run, page: readonly Placed[], passed: string | null): string[] {
  const met = page.flatMap((each) => ('word' in each ? each.word : []))
  return passed?.startsWith(beginning) ? [passed, ...met] : met
}

/** So ends a place whose word stands apart too: whoever goes on from there has passed the signpost. */
const besideWord = '\n'

function passedAt(after: string | null): { readonly place: string | null; readonly word: string | null } {
  if (!after?.endsWith(besideWord)) return { place: after, word: null }
  const place = after.slice(0, -besideWord.length)
  return { place, word: wordAt(place) }
}
