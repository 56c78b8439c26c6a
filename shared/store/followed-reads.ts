import { addressOf, itemsAmong, type ReadItems } from './joined-reads.ts'
import type { Item, Key } from './table.ts'

/** Items as this process last read or wrote them, the latest last: never what is so now, but where that may lead. */
const seen = new Map<string, Item>()
const maxSeen = 1_000

export function lastSeen(key: Key): Item | null {
  return seen.get(addressOf(key)) ?? null
}

/** For whoever writes: after the commit, so that all that was written together is there for who goes by it. */
export function rememberSeen(items: readonly Item[]): void {
  for (const item of items) {
    const address = addressOf({ PK: String(item.PK), SK: String(item.SK) })
    seen.delete(address)
    seen.set(address, item)
  }
  for (const address of seen.keys()) {
    if (seen.size <= maxSeen) return
    seen.delete(address)
  }
}

/** Where items lead: what is read because of them. */
export type LedTo = (items: readonly Item[]) => readonly Key[]

export interface Followed {
  readonly leading: readonly Item[]
  /** What they lead to, as far as it exists. */
  readonly led: readonly Item[]
}

/**
 * Reads items at some keys, and what they lead to. What they led to when this process last saw them is asked for at the same
 * moment; what they lead to besides, after them. Nothing else gets out, so that what was seen once decides nothing.
 */
export async function readFollowed(
  readItems: ReadItems,
  keys: readonly Key[],
  ledTo: LedTo,
  reading: Promise<Item[]> = readItems(keys),
): Promise<Followed> {
  const guessed = ledTo(keys.map(lastSeen).filter((item) => item !== null))
  const [leading, early] = await Promise.all([reading, readItems(guessed)])
  rememberSeen(itemsAmong(leading, keys))
  const asked = new Set(guessed.map(addressOf))
  const all = ledTo(leading)
  const late = await readItems(all.filter((key) => !asked.has(addressOf(key))))
  return { leading, led: itemsAmong([...early, ...late], all) }
}
