import { keysOfCustom, type Role, rolesIn } from '../../../../shared/auth/custom-role.ts'
import {
  type Membership,
  membershipKey,
  memberships,
  type Profile,
  profileKey,
  profiles,
} from '../../../../shared/auth/principal.ts'
import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import type { BatchLoader } from '../../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../../shared/store/entities.ts'
import { type MemberEmail, memberEmailKey, memberEmails } from '../../../../shared/store/member-emails.ts'
import { getItems, type Item, type Key, type Table } from '../../../../shared/store/table.ts'
import { type Member, memberKey } from './member.ts'
import { type ShownWith, shownOf } from './member-view.ts'

/** What a member's record names: shown with it, and changed with it. */
export interface MemberParts extends ShownWith {
  readonly account: Profile
  readonly membership: Membership
  readonly email: MemberEmail
  readonly role: Role
}

/** Refuses where the membership has ended since the member was read. */
export async function partsOf(table: Table, member: Member): Promise<MemberParts | Refusal<'membership_not_found'>> {
  return await partsAmong(table, await getItems(table, keysOfParts(member)), member)
}

/** The parts of a member among what was read after it or beside it. */
export async function partsAmong(
  table: Table,
  items: readonly Item[],
  member: Member,
): Promise<MemberParts | Refusal<'membership_not_found'>> {
  if (await hasEnded((keys) => getItems(table, keys), member, items)) return ended
  return partsIn(items, member)
}

const ended = refuse('membership_not_found', 'The membership has just ended.')

/** Whether the membership ended between the reading of the member and that of the parts, which go together with it. */
export async function hasEnded(readItems: BatchLoader, member: Member, parts: readonly Item[]): Promise<boolean> {
  if (ownPartsIn(parts, member)) return false
  return (await readItems([memberKey(member.id)])).length === 0
}

/** The keys of a member's parts. */
export function keysOfParts(member: Member): Key[] {
  const { id, userId, orgId, email } = member
  return [membershipKey(userId, id), memberEmailKey(orgId, email), ...keysOfShown(member)]
}

function keysOfShown({ userId, nodeId, role }: Member): Key[] {
  return [profileKey(userId), nodeKey(nodeId), ...keysOfCustom([role])]
}

/** The account, the node and the role that answers show with a member. */
export async function shownWith(readItems: BatchLoader, member: Member) {
  return shownIn(await readItems(keysOfShown(member)), member)
}

function shownIn(items: readonly Item[], member: Member) {
  const { userId, nodeId, role } = member
  const account = recordsOf(profiles, items).find((found) => found.id === userId)
  const node = recordsOf(nodes, items).find((found) => found.id === nodeId)
  if (!account || !node) throw new Error(`the account or the node of the member ${member.id} no longer exists`)
  return { account, profile: shownOf(member, account), node, role: rolesIn(items)(role) }
}

/** The parts of a member among what was read. Throws where one of them is gone, since they go together. */
export function partsIn(items: readonly Item[], member: Member): MemberParts {
  const own = ownPartsIn(items, member)
  if (!own) throw new Error(`a part of the member ${member.id} is missing`)
  return { ...shownIn(items, member), ...own }
}

/** The parts that begin and end with a membership. */
function ownPartsIn(items: readonly Item[], { id, userId, orgId }: Member) {
  const membership = recordsOf(memberships, items).find((found) => found.id === id)
  const email = recordsOf(memberEmails, items).find((found) => found.orgId === orgId && found.userId === userId)
  return membership && email ? { membership, email } : null
}
