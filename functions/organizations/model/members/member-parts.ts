import { keysOfCustom, type Role, rolesIn } from '../../../../shared/auth/custom-role.ts'
import {
  type Membership,
  membershipKey,
  memberships,
  type Profile,
  profileKey,
  profiles,
} from '../../../../shared/auth/principal.ts'
import type { BatchLoader } from '../../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../../shared/store/entities.ts'
import { type MemberEmail, memberEmailKey, memberEmails } from '../../../../shared/store/member-emails.ts'
import { getItems, type Item, type Key, type Table } from '../../../../shared/store/table.ts'
import type { Member } from './member.ts'
import { type ShownWith, shownOf } from './member-view.ts'

/** What a member's record names: shown with it, and changed with it. */
export interface MemberParts extends ShownWith {
  readonly account: Profile
  readonly membership: Membership
  readonly email: MemberEmail
  readonly role: Role
}

export async function partsOf(table: Table, member: Member): Promise<MemberParts> {
  return partsIn(await getItems(table, keysOfParts(member)), member)
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
  const { id, userId, orgId } = member
  const membership = recordsOf(memberships, items).find((found) => found.id === id)
  const email = recordsOf(memberEmails, items).find((found) => found.orgId === orgId && found.userId === userId)
  if (!membership || !email) throw new Error(`a part of the member ${id} is missing`)
  return { ...shownIn(items, member), membership, email }
}
