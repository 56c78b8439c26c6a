import { accountPartition } from '../../shared/auth/principal.ts'
import type { Grant } from '../../shared/grants/grant.ts'
import { standingGrants } from '../../shared/grants/standing-grant.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { readKnown, rememberKeys } from '../../shared/store/known-keys.ts'
import { queryPartition, type Table } from '../../shared/store/table.ts'
import { keysShownWith, ownGrantsOf } from './grant-view.ts'

/** The same, with what they may be shown with. */
export async function earlyOwnGrants(table: Table, userId: string) {
  const [own, guessed] = await Promise.all([ownGrants(table, userId), readKnown(table, ownGrantsOf(userId))])
  rememberKeys(ownGrantsOf(userId), keysShownWith(own))
  return { own, guessed }
}

/** What a person lets applications do for them, pending consents included; the newest first. */
export async function ownGrants(table: Table, userId: string): Promise<Grant[]> {
  const found = recordsOf(standingGrants, await queryPartition(table, accountPartition(userId), 'CONSENT#'))
  return found.sort((a, b) => (a.id < b.id ? 1 : -1))
}
