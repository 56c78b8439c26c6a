import { getItems, type Item, type Key, type Table } from './table.ts'

/**
 * Where this process was led before, by a name for what it started from: from a membership to its node, or from a listing to
 * what was shown with it. Read at once with that, these items save a round. They are a guess and nothing more: what was
 * read tells which items are meant, and those that were not guessed are read then.
 */
const known = new Map<string, readonly Key[]>()
/** One batch takes no more. */
const maxOfOneName = 100
const maxKnown = 20_000
let count = 0

export function rememberKeys(name: string, keys: readonly Key[]): void {
  forget(name)
  if (keys.length === 0 || keys.length > maxOfOneName) return
  known.set(name, keys)
  count += keys.length
  for (const oldest of known.keys()) {
    if (count <= maxKnown) return
    forget(oldest)
  }
}

function forget(name: string): void {
  count -= known.get(name)?.length ?? 0
  known.delete(name)
}

/** More for what is remembered under a name, such as a thing that is new in a listing. */
export function rememberMore(name: string, keys: readonly Key[]): void {
  const before = keysKnown(name).filter((other) => !keys.some((key) => isSame(key, other)))
  rememberKeys(name, [...keys, ...before].slice(0, maxOfOneName))
}

/** Where a name has led before; nowhere where it is not known. */
export function keysKnown(name: string): readonly Key[] {
  return known.get(name) ?? []
}

/** The items that stand there. */
export async function readKnown(table: Table, name: string): Promise<Item[]> {
  const keys = keysKnown(name)
  return keys.length === 0 ? [] : await getItems(table, keys)
}

/** The items of keys among those that were guessed; null where one of them is not. */
export function allOf(keys: readonly Key[], guessed: readonly Item[]): Item[] | null {
  const { found, missing } = sorted(keys, guessed)
  return missing.length === 0 ? found : null
}

/** The items of keys: those that were guessed, and the others as they are now. */
export async function withOthers(table: Table, keys: readonly Key[], guessed: readonly Item[]): Promise<Item[]> {
  const { found, missing } = sorted(keys, guessed)
  return missing.length === 0 ? found : [...found, ...(await getItems(table, missing))]
}

function sorted(keys: readonly Key[], guessed: readonly Item[]): { found: Item[]; missing: Key[] } {
  const items = new Map(guessed.map((item) => [`${item.PK} ${item.SK}`, item]))
  const found: Item[] = []
  const missing: Key[] = []
  for (const key of keys) {
    const item = items.get(`${key.PK} ${key.SK}`)
    if (item) found.push(item)
    else missing.push(key)
  }
  return { found, missing }
}

const isSame = (a: Key, b: Key) => a.PK === b.PK && a.SK === b.SK
