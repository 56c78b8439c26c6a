import { accountPartition } from '../../shared/auth/principal.ts'
import type { Grant } from '../../shared/grants/grant.ts'
import { standingGrants } from '../../shared/grants/standing-grant.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { readListed } from '../../shared/store/followed-reads.ts'
import type { ReadItems } from '../../shared/store/joined-reads.ts'
import { type Item, queryPartition, type Table } from '../../shared/store/table.ts'
import { type GrantView, keysShownWith, shownBy } from './grant-view.ts'

/** What a person lets applications do for them, pending consents included. */
export interface OwnGrants {
  /** The newest first. */
  readonly own: readonly Grant[]
  readonly toView: (grant: Grant) => GrantView
}

export async function readOwnGrants(table: Table, readItems: ReadItems, userId: string): Promise<OwnGrants> {
  const partition = accountPartition(userId)
  const reading = queryPartition(table, partition, 'CONSENT#')
  const keysOf = (items: readonly Item[]) => keysShownWith(recordsOf(standingGrants, items))
  const { leading, led } = await readListed(readItems, partition, reading, keysOf)
  const own = recordsOf(standingGrants, leading).sort((a, b) => (a.id < b.id ? 1 : -1))
  return { own, toView: shownBy(led) }
}
