import { keysOfCustom, type Role, rolesIn } from '../../../../shared/auth/custom-role.ts'
import { type Membership, membershipKey, memberships } from '../../../../shared/auth/principal.ts'
import { recordsOf } from '../../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../../shared/store/entities.ts'
import { type MemberEmail, memberEmailKey, memberEmails } from '../../../../shared/store/member-emails.ts'
import { getItems, type Item, type Key, type Table } from '../../../../shared/store/table.ts'
import { type Member, namedMembers } from './member.ts'
import { type ShownWith, shownOf } from './member-view.ts'

/** What a member's record names: shown with it, and changed with it. */
export interface MemberParts extends ShownWith {
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
export function keysOfParts(member: Member): Key[] {
  const { id, userId, orgId, email } = member
  return [membershipKey(userId, id), memberEmailKey(orgId, email), ...keysOfShown(member)]
}

function keysOfShown({ nodeId, role }: Member): Key[] {
  return [nodeKey(nodeId), ...keysOfCustom([role])]
}

/** Where that stands which the member that a path names is shown with: less than what is changed with it. */
export function keysShownWithMember({ items }: { readonly items: readonly Item[] }): Key[] {
  const found = namedMembers.decode(items)
  return found ? keysOfShown(found.member) : []
}

/** What a member is shown with. `beside` is where it was read already; null: nowhere. */
export async function shownWith(table: Table, member: Member, beside: readonly Item[] | null) {
  return shownIn(beside ?? (await getItems(table, keysOfShown(member))), member)
}

function shownIn(items: readonly Item[], member: Member) {
  const { nodeId, role } = member
  const node = recordsOf(nodes, items).find((found) => found.id === nodeId)
  if (!node) throw new Error(`the node of the member ${member.id} no longer exists`)
  return { profile: shownOf(member), node, role: rolesIn(items)(role) }
}

/** The parts of a member among what was read. Throws where one of them is gone, since they go together. */
export function partsIn(items: readonly Item[], member: Member): MemberParts {
  const { id, userId, orgId } = member
  const membership = recordsOf(memberships, items).find((found) => found.id === id)
  const email = recordsOf(memberEmails, items).find((found) => found.orgId === orgId && found.userId === userId)
  if (!membership || !email) throw new Error(`a part of the member ${id} is missing`)
  return { ...shownIn(items, member), membership, email }
}
