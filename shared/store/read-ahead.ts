import { addressOf, type BatchLoader, itemsAmong } from './batch-loader.ts'
import type { Item, Key } from './table.ts'

/**
 * The keys that followed from a name when this process last met it: the custom roles of a principal, the settings of the entity
 * of a request. They say what to read early, and decide nothing.
 */
const lastKeys = new Map<string, readonly Key[]>()
const maxNames = 5_000
/** Each costs a read, also where it was of no use. */
const maxKeys = 20

/** Reads items by the keys that are known later. */
export type LateReader = (keys: readonly Key[]) => Promise<Item[]>

/**
 * Begins to read what followed from the first known name last time. The reader that it returns gives the items of the keys that
 * follow now, and reads those that are missing in one more call.
 */
export function readAhead(readItems: BatchLoader, names: readonly string[]): LateReader {
  const early = names.map((name) => lastKeys.get(name)).find((keys) => keys !== undefined) ?? []
  const reading = readItems(early)
  // A failure is that of the reader below, which may never be asked.
  reading.catch(() => {})
  return async (keys) => {
    for (const name of names) remember(name, keys)
    const isEarly = new Set(early.map(addressOf))
    const others = readItems(keys.filter((key) => !isEarly.has(addressOf(key))))
    return itemsAmong((await Promise.all([reading, others])).flat(), keys)
  }
}

function remember(name: string, keys: readonly Key[]): void {
  lastKeys.delete(name)
  if (keys.length === 0) return
  if (lastKeys.size >= maxNames) lastKeys.clear()
  lastKeys.set(name, keys.slice(0, maxKeys))
}
