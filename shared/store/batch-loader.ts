import { getItem, getItems, type Item, type Key, type Table } from './table.ts'

/** Reads items by key, those that exist, in no order. */
export type BatchLoader = (keys: readonly Key[]) => Promise<Item[]>

interface Batch {
  readonly keys: Map<string, Key>
  readonly items: Promise<Item[]>
}

/** What several ask for at the same moment is read in one call, and each key once. Everybody gets what they asked for. */
export function batchLoader(table: Table): BatchLoader {
  let open: Batch | null = null
  const begin = (): Batch => {
    const keys = new Map<string, Key>()
    const items = Promise.resolve().then(() => {
      open = null
      return itemsAt(table, [...keys.values()])
    })
    return { keys, items }
  }
  return async (keys) => {
    if (keys.length === 0) return []
    open ??= begin()
    for (const key of keys) open.keys.set(addressOf(key), key)
    return itemsAmong(await open.items, keys)
  }
}

async function itemsAt(table: Table, keys: readonly Key[]): Promise<Item[]> {
  const [only, ...others] = keys
  if (!only || others.length > 0) return await getItems(table, keys)
  const item = await getItem(table, only)
  return item ? [item] : []
}

/** Those items that stand at some keys. */
export function itemsAmong(items: readonly Item[], keys: readonly Key[]): Item[] {
  const addresses = new Set(keys.map(addressOf))
  return items.filter(({ PK, SK }) => addresses.has(addressOf({ PK: String(PK), SK: String(SK) })))
}

/** A key as one text. */
export function addressOf({ PK, SK }: Key): string {
  return `${PK}\n${SK}`
}
