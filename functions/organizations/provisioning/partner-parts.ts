import type { Principal } from '../../../shared/auth/principal.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'
import type { Member } from '../model/members/member.ts'
import { keysOfParts, type MemberParts, partsIn } from '../model/members/member-parts.ts'
import { nameOfUserKey, userNamesIn } from '../model/tree/external-name.ts'
import { applicationOf } from './application.ts'
import { externalIdIn } from './partner-views.ts'

/** What a member's record names, and what the application calls the person. */
export async function partnerParts(
  table: Table,
  principal: Principal,
  member: Member,
): Promise<MemberParts & { readonly externalId: string | null }> {
  const { id } = applicationOf(principal)
  const items = await getItems(table, [...keysOfParts(member), nameOfUserKey(id, member.email)])
  return { ...partsIn(items, member), externalId: externalIdIn(userNamesIn(items), id) }
}
