import type { Principal } from '../../shared/auth/principal.ts'
import type { Member } from '../../shared/members/member.ts'
import { type MemberParts, partsOf } from '../../shared/members/member-parts.ts'
import { getItem, type Table } from '../../shared/store/table.ts'
import { nameOfUserKey, namesIn } from '../../shared/structure/external-name.ts'
import { applicationOf } from './application.ts'
import { externalIdIn } from './partner-views.ts'

/** What a member's record names, and what the application calls the person. */
export async function partnerParts(
  table: Table,
  principal: Principal,
  member: Member,
): Promise<MemberParts & { readonly externalId: string | null }> {
  const { id } = applicationOf(principal)
  const [parts, name] = await Promise.all([partsOf(table, member), getItem(table, nameOfUserKey(id, member.email))])
  return { ...parts, externalId: name && externalIdIn(namesIn([name]), id) }
}
