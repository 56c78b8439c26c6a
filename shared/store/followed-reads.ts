import { addressOf, itemsAmong, type ReadItems } from './joined-reads.ts'
import type { Item, Key } from './table.ts'

/**
 * Items as this process last read or wrote them, each under its own address and in its listing, which is its partition or that of
 * the first index: never what is so now, but where that may lead.
 */
const seen = new Map<string, readonly Item[]>()
const maxSeen = 2_000
/** One batch takes no more keys. */
const maxOfOneName = 100
let count = 0

function remember(name: string, items: readonly Item[]): void {
  forget(name)
  if (items.length === 0) return
  const kept = items.slice(0, maxOfOneName)
  seen.set(name, kept)
  count += kept.length
  for (const oldest of seen.keys()) {
    if (count <= maxSeen) return
    forget(oldest)
  }
}

function forget(name: string): void {
  count -= seen.get(name)?.length ?? 0
  seen.delete(name)
}

const lastSeen = (name: string) => seen.get(name) ?? []

/** An item as this process last read or wrote it, for who guesses where a query would look; null where it has not. */
export function itemLastSeen(key: Key): Item | null {
  return lastSeen(addressOf(key))[0] ?? null
}

const keyOf = ({ PK, SK }: Item): Key => ({ PK: String(PK), SK: String(SK) })

/** What a commit has written: whoever looks for it next, or for what is listed with it, finds where it leads. */
export function rememberWritten(items: readonly Item[]): void {
  for (const item of items) {
    const address = addressOf(keyOf(item))
    remember(address, [item])
    for (const listing of [item.PK, item.GSI1PK].filter((name) => typeof name === 'string')) {
      const others = lastSeen(listing).filter((other) => addressOf(keyOf(other)) !== address)
      remember(listing, [item, ...others])
    }
  }
}

/** What a listing held when this process last read it, for who guesses where it leads. */
export function listingLastSeen(listing: string): readonly Item[] {
  return lastSeen(listing)
}

/** What a listing holds, for who will look for what is listed in it. */
export function rememberListed(listing: string, items: readonly Item[]): void {
  remember(listing, items)
}

/** Items that were read because they were likely to be needed. */
export interface Guessed {
  readonly keys: readonly Key[]
  readonly items: readonly Item[]
}

export async function readGuessed(readItems: ReadItems, keys: readonly Key[]): Promise<Guessed> {
  return { keys, items: await readItems(keys) }
}

/** Items at some keys, of which those that were guessed are not read again. */
export async function readBesides(
  readItems: ReadItems,
  keys: readonly Key[],
  guessed: Guessed | null,
): Promise<Item[]> {
  const asked = new Set(guessed?.keys.map(addressOf))
  const late = await readItems(keys.filter((key) => !asked.has(addressOf(key))))
  return itemsAmong([...(guessed?.items ?? []), ...late], keys)
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
  const addresses = keys.map(addressOf)
  const followed = await follow(readItems, addresses.flatMap(lastSeen), reading, ledTo)
  for (const item of itemsAmong(followed.leading, keys)) remember(addressOf(keyOf(item)), [item])
  return followed
}

/** The same of what a listing holds, or the part of it that is read. */
export async function readListed(
  readItems: ReadItems,
  listing: string,
  reading: Promise<readonly Item[]>,
  ledTo: LedTo,
): Promise<Followed> {
  const followed = await follow(readItems, lastSeen(listing), reading, ledTo)
  for (const item of followed.leading) remember(addressOf(keyOf(item)), [item])
  remember(listing, followed.leading)
  return followed
}

async function follow(
  readItems: ReadItems,
  before: readonly Item[],
  reading: Promise<readonly Item[]>,
  ledTo: LedTo,
): Promise<Followed> {
  const [leading, guessed] = await Promise.all([reading, readGuessed(readItems, ledTo(before))])
  return { leading, led: await readBesides(readItems, ledTo(leading), guessed) }
}
