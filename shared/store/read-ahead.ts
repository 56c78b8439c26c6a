import { addressOf, type BatchLoader, itemsAmong } from './batch-loader.ts'
import type { Item, Key } from './table.ts'

/** Reads items by the keys that are known later. */
export type LateReader = (keys: readonly Key[]) => Promise<Item[]>

/** Begins to read the keys that are most likely. The reader that it returns gives what is asked for, and reads what is missing. */
export function lateReader(readItems: BatchLoader, likely: readonly Key[]): LateReader {
  const reading = readItems(likely)
  // A failure is that of the reader below, which may never be asked.
  reading.catch(() => {})
  const isLikely = new Set(likely.map(addressOf))
  return async (keys) => {
    const others = readItems(keys.filter((key) => !isLikely.has(addressOf(key))))
    return itemsAmong((await Promise.all([reading, others])).flat(), keys)
  }
}

/** What this process has met last under a name. It says what to read early, and decides nothing. */
export class LastMet<T> {
  readonly #values = new Map<string, T>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  /** Of the first name that is known. */
  of(names: readonly string[]): T | undefined {
    return names.map((name) => this.#values.get(name)).find((value) => value !== undefined)
  }

  remember(names: readonly string[], value: T): void {
    if (this.#values.size + names.length > this.#max) this.#values.clear()
    for (const name of names) this.#values.set(name, value)
  }
}
