import { addressOf, type BatchLoader, itemsAmong } from '../store/batch-loader.ts'
import { recordsOf } from '../store/collection.ts'
import type { Item, Key } from '../store/table.ts'
import { keysOfCustom } from './custom-role.ts'
import { memberships } from './principal.ts'

/** The custom roles of each principal at its last request in this process. They say what to read early, and decide nothing. */
const lastKeys = new Map<string, readonly Key[]>()
const maxPrincipals = 2_000
/** One batch takes no more keys. */
const maxKeys = 100

/** The custom roles of a principal as they are now: in the round of its account, where its last request had the same roles. */
export async function readCustomRoles(
  readItems: BatchLoader,
  principalId: string,
  account: Promise<readonly Item[]>,
): Promise<Item[]> {
  const prefetched = lastKeys.get(principalId) ?? []
  const [accountItems, prefetchedItems] = await Promise.all([account, readItems(prefetched)])
  const keys = keysOfCustom(recordsOf(memberships, accountItems).map(({ role }) => role))
  remember(principalId, keys)
  const isPrefetched = new Set(prefetched.map(addressOf))
  const others = await readItems(keys.filter((key) => !isPrefetched.has(addressOf(key))))
  return itemsAmong([...prefetchedItems, ...others], keys)
}

function remember(principalId: string, keys: readonly Key[]): void {
  lastKeys.delete(principalId)
  if (keys.length === 0) return
  if (lastKeys.size >= maxPrincipals) lastKeys.clear()
  lastKeys.set(principalId, keys.slice(0, maxKeys))
}
