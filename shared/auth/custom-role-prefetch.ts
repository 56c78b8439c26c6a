import type { BatchLoader } from '../store/batch-loader.ts'
import { recordsOf } from '../store/collection.ts'
import { readAhead } from '../store/read-ahead.ts'
import type { Item } from '../store/table.ts'
import { keysOfCustom } from './custom-role.ts'
import { memberships } from './principal.ts'

/** The custom roles of a principal as they are now: in the round of its account, where its last request had the same roles. */
export async function readCustomRoles(
  readItems: BatchLoader,
  principalId: string,
  account: Promise<readonly Item[]>,
): Promise<Item[]> {
  const read = readAhead(readItems, [`roles of ${principalId}`])
  return await read(keysOfCustom(recordsOf(memberships, await account).map(({ role }) => role)))
}
