import type { Grant } from '../../../shared/auth/grants/grant.ts'
import { standingGrants } from '../../../shared/auth/grants/standing-grant.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { Item, Key } from '../../../shared/store/table.ts'
import { type GrantView, keysShownWith, shownBy } from './grant-view.ts'

/** What a person lets applications do for them, pending consents included. */
export interface OwnGrants {
  /** The newest first. */
  readonly own: readonly Grant[]
  readonly toView: (grant: Grant) => GrantView
  readonly items: readonly Item[]
}

/** The grants of the account that the parallel round reads, with what else is to be read of each. */
export async function readOwnGrants(
  readItems: BatchLoader,
  account: Promise<readonly Item[]>,
  keysBeside: (grant: Grant) => readonly Key[] = () => [],
): Promise<OwnGrants> {
  const own = recordsOf(standingGrants, await account).sort((a, b) => (a.id < b.id ? 1 : -1))
  const items = await readItems([...keysShownWith(own), ...own.flatMap(keysBeside)])
  return { own, toView: shownBy(items), items }
}
