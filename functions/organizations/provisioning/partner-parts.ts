import type { Principal } from '../../../shared/auth/principal.ts'
import { isRefusal, type Refusal } from '../../../shared/errors/refusal.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { Item, Key, Table } from '../../../shared/store/table.ts'
import { type Member, memberPartition, members } from '../model/members/member.ts'
import { keysOfParts, type MemberParts, partsAmong } from '../model/members/member-parts.ts'
import type { OwnId } from '../model/members/own-ids.ts'
import { nameOfUserKey, userNamesIn } from '../model/tree/external-name.ts'
import { applicationOf } from './application.ts'
import { externalIdIn } from './partner-views.ts'

/**
 * The items that the member of a path refers to, and what the application calls the person. They are preloaded: the same
 * two rounds read whether the application may administer the member's organization. `others`: what else is read.
 */
export async function readPartnerParts(
  readItems: BatchLoader,
  membershipId: string,
  applicationId: string,
  others: (member: Member) => readonly Key[] = () => [],
): Promise<Item[]> {
  const member = await readMember(readItems, membershipId)
  return member ? await readPartsFor(applicationId, readItems, member, others(member)) : []
}

/** The member of a path. */
export async function readMember(readItems: BatchLoader, membershipId: string): Promise<Member | null> {
  const [member = null] = recordsOf(members, await readItems([{ PK: memberPartition(membershipId), SK: 'MEMBER' }]))
  return member
}

/** The same for a member that was read. */
export async function readPartsFor(
  applicationId: string,
  readItems: BatchLoader,
  member: Member,
  others: readonly Key[] = [],
): Promise<Item[]> {
  return await readItems([...keysOfParts(member), nameOfUserKey(applicationId, member.email), ...others])
}

/** Refuses where the membership has ended meanwhile. */
export async function partnerPartsAmong(
  table: Table,
  items: readonly Item[],
  { member, principal }: { readonly member: Member; readonly principal: Principal },
): Promise<(MemberParts & OwnId) | Refusal<'membership_not_found'>> {
  const parts = await partsAmong(table, items, member)
  if (isRefusal(parts)) return parts
  const applicationId = applicationOf(principal).id
  return { ...parts, applicationId, externalId: externalIdIn(userNamesIn(items), applicationId) }
}
