import type { Principal } from '../../../shared/auth/principal.ts'
import { getItems, type Item, type Key, type Table } from '../../../shared/store/table.ts'
import { type Member, namedMembers } from '../model/members/member.ts'
import { keysOfParts, type MemberParts, partsIn } from '../model/members/member-parts.ts'
import { nameOfUserKey, userNamesIn } from '../model/tree/external-name.ts'
import { applicationOf } from './application.ts'
import { externalIdIn } from './partner-views.ts'

/** What a member's record names, and what the application calls the person. */
export async function partnerParts(
  table: Table,
  principal: Principal,
  { member, beside }: { readonly member: Member; readonly beside: readonly Item[] | null },
): Promise<MemberParts & { readonly externalId: string | null }> {
  const { id } = applicationOf(principal)
  const items = beside ?? (await getItems(table, keysOfPartnerParts(member, id)))
  return { ...partsIn(items, member), externalId: externalIdIn(userNamesIn(items), id) }
}

/** Where that stands, for the member of the path as they were read. */
export function keysBesideMember(asked: { readonly items: readonly Item[]; readonly applicationId: string }): Key[] {
  const found = namedMembers.decode(asked.items)
  return found ? keysOfPartnerParts(found.member, asked.applicationId) : []
}

function keysOfPartnerParts(member: Member, applicationId: string): Key[] {
  return [...keysOfParts(member), nameOfUserKey(applicationId, member.email)]
}
