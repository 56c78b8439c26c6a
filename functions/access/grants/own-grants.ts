import type { Grant } from '../../../shared/auth/grants/grant.ts'
import { standingGrants } from '../../../shared/auth/grants/standing-grant.ts'
import { accountPartition, readAccount } from '../../../shared/auth/principal.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { readListed } from '../../../shared/store/followed-reads.ts'
import { joinedReads, type ReadItems } from '../../../shared/store/joined-reads.ts'
import type { Item, Table } from '../../../shared/store/table.ts'
import { type GrantView, keysShownWith, shownBy } from './grant-view.ts'

/** What a person lets applications do for them, pending consents included. */
export interface OwnGrants {
  /** The newest first. */
  readonly own: readonly Grant[]
  readonly toView: (grant: Grant) => GrantView
}

export async function ownGrantsNow(table: Table, userId: string): Promise<OwnGrants> {
  return await readOwnGrants(joinedReads(table), userId, readAccount(table, userId))
}

/** The same of an account that is being read. */
export async function readOwnGrants(
  readItems: ReadItems,
  userId: string,
  account: Promise<readonly Item[]>,
): Promise<OwnGrants> {
  const keysOf = (items: readonly Item[]) => keysShownWith(recordsOf(standingGrants, items))
  const { leading, led } = await readListed(readItems, accountPartition(userId), account, keysOf)
  const own = recordsOf(standingGrants, leading).sort((a, b) => (a.id < b.id ? 1 : -1))
  return { own, toView: shownBy(led) }
}
