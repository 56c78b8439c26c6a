import type { BatchLoader } from '../store/batch-loader.ts'
import { recordsOf } from '../store/collection.ts'
import { LastMet, lateReader } from '../store/read-ahead.ts'
import type { Item, Key } from '../store/table.ts'
import { keysOfCustom } from './custom-role.ts'
import { memberships } from './principal.ts'

/** The custom roles of each principal at its last request in this process. */
const lastRoles = new LastMet<readonly Key[]>(2_000)
/** One batch takes no more keys. */
const maxKeys = 100

/** The custom roles of a principal as they are now: in the round of its account, where its last request had the same roles. */
export async function readCustomRoles(
  readItems: BatchLoader,
  principalId: string,
  account: Promise<readonly Item[]>,
): Promise<Item[]> {
  const read = lateReader(readItems, lastRoles.of([principalId]) ?? [])
  const keys = keysOfCustom(recordsOf(memberships, await account).map(({ role }) => role))
  lastRoles.remember([principalId], keys.slice(0, maxKeys))
  return await read(keys)
}
