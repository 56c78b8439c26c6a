import { membershipsNow } from '../../../shared/auth/memberships-now.ts'
import { type Membership, type Profile, profiles, readAccount } from '../../../shared/auth/principal.ts'
import { accountEmailKey, accountEmails } from '../../../shared/store/accounts.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import { getItem, type Item, type Table } from '../../../shared/store/table.ts'

/** A person who can sign in, with all that stands in their partition. */
export interface Person {
  readonly profile: Profile
  /** The active ones, with what their roles permit now; also those in test organizations, whether these are there or not. */
  readonly memberships: readonly Membership[]
  readonly items: readonly Item[]
}

/** Null: there is no such account, or it is a machine's, which signs in nowhere. */
export async function personWith(table: Table, accountId: string): Promise<Person | null> {
  const items = await readAccount(table, accountId)
  const [profile] = recordsOf(profiles, items)
  if (profile?.kind !== 'person') return null
  const all = await membershipsNow(table, profile, items)
  return { profile, memberships: all.filter(({ status }) => status === 'active'), items }
}

/** The account of the person with an address, in lower case; null where there is none. */
export async function personIdOf(table: Table, email: string): Promise<string | null> {
  const item = await getItem(table, accountEmailKey(email))
  const account = item && fromItem(accountEmails, item)
  return account?.kind === 'person' ? account.userId : null
}
