import { keysOfCustom, type Role, rolesIn } from '../auth/custom-role.ts'
import { type Membership, membershipKey, memberships } from '../auth/principal.ts'
import { recordsOf } from '../store/collection.ts'
import { type Node, nodeKey, nodes } from '../store/entities.ts'
import { type MemberEmail, memberEmailKey, memberEmails } from '../store/member-emails.ts'
import { getItems, type Item, type Key, type Table } from '../store/table.ts'
import { type Member, namedMembers } from './member.ts'
import { type Shown, shownOf } from './member-view.ts'

/** What a member's record names: shown with it, and changed with it. */
export interface MemberParts {
  readonly profile: Shown
  readonly node: Node
  readonly membership: Membership
  readonly email: MemberEmail
  readonly role: Role
}

/** `beside` is where they were read already; null: nowhere. */
export async function partsOf(table: Table, member: Member, beside: readonly Item[] | null): Promise<MemberParts> {
  return partsIn(beside ?? (await getItems(table, keysOfParts(member))), member)
}

/** Where the parts stand of the member that a path names. */
export function keysBesideMember({ items }: { readonly items: readonly Item[] }): Key[] {
  const found = namedMembers.decode(items)
  return found ? keysOfParts(found.member) : []
}

/** Where the parts of a member stand. */
export function keysOfParts({ id, userId, nodeId, orgId, email, role }: Member): Key[] {
  return [membershipKey(userId, id), nodeKey(nodeId), memberEmailKey(orgId, email), ...keysOfCustom([role])]
}

/** The parts of a member among what was read. Throws where one of them is gone, since they go together. */
export function partsIn(items: readonly Item[], member: Member): MemberParts {
  const { id, userId, nodeId, orgId, role } = member
  const membership = recordsOf(memberships, items).find((found) => found.id === id)
  const node = recordsOf(nodes, items).find((found) => found.id === nodeId)
  const email = recordsOf(memberEmails, items).find((found) => found.orgId === orgId && found.userId === userId)
  if (!membership || !node || !email) throw new Error(`a part of the member ${id} is gone`)
  return { profile: shownOf(member), membership, node, email, role: rolesIn(items)(role) }
}
