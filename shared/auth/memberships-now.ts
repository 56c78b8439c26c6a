import { recordsOf } from '../store/collection.ts'
import type { Item, Table } from '../store/table.ts'
import { withRoles } from './custom-role.ts'
import { type Membership, memberships, type Profile } from './principal.ts'
import { withTwins } from './twin-memberships.ts'

/**
 * The memberships of an account among its items, with what their roles permit now: the same that a request of the account gets. A
 * person's memberships in test organizations are not stored, so whoever looks up somebody other than the caller does it here.
 */
export async function membershipsNow(
  table: Table,
  { kind }: Pick<Profile, 'kind'>,
  account: readonly Item[],
): Promise<Membership[]> {
  const own = await withRoles(table, recordsOf(memberships, account), kind)
  return kind === 'person' ? withTwins(own) : own
}
