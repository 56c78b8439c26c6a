import { membershipsNow } from '../../../shared/auth/memberships-now.ts'
import { type Person, personIn } from '../../../shared/auth/person.ts'
import { accessThrough, membershipsReaching, profiles } from '../../../shared/auth/principal.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { EntityPlace } from '../../../shared/store/entities.ts'
import type { Item, Table } from '../../../shared/store/table.ts'

/**
 * The person of an account, if they are an active member who can use the tasks of an entity now; null otherwise. `account`
 * holds the items of the account.
 */
export async function assigneeIn(
  table: Table,
  account: readonly Item[],
  place: EntityPlace,
): Promise<(Person & { readonly locale: string }) | null> {
  const [profile] = recordsOf(profiles, account)
  if (profile?.kind !== 'person') return null
  const own = { profile, memberships: await membershipsNow(table, profile, account) }
  const member = { ...own, kind: 'user', id: profile.id, clientId: profile.id, scopes: [], application: null } as const
  const access = accessThrough(member, membershipsReaching(member, place), place, 'tasks.use')
  return access && { ...personIn(member, place.orgId), locale: profile.locale }
}
