import { keysOfCustom, type Role, rolesIn } from '../auth/custom-role.ts'
import { accountPartition, type Membership, memberships, type Profile, profiles } from '../auth/principal.ts'
import { recordsOf } from '../store/collection.ts'
import { type Node, nodeKey, nodes } from '../store/entities.ts'
import { type MemberEmail, memberEmailKey, memberEmails } from '../store/member-emails.ts'
import { getItems, type Item, type Key, type Table } from '../store/table.ts'
import type { Member } from './member.ts'

/** What a member's record names: shown with it, and changed with it. */
export interface MemberParts {
  readonly profile: Profile
  readonly node: Node
  readonly membership: Membership
  readonly email: MemberEmail
  readonly role: Role
}

export async function partsOf(table: Table, member: Member): Promise<MemberParts> {
  return partsIn(await getItems(table, keysOfParts(member)), member)
}

/** Where the parts of a member stand. */
export function keysOfParts({ id, userId, nodeId, orgId, email, role }: Member): Key[] {
  return [
    { PK: accountPartition(userId), SK: 'PROFILE' },
    { PK: accountPartition(userId), SK: `MEMBERSHIP#${id}` },
    nodeKey(nodeId),
    memberEmailKey(orgId, email),
    ...keysOfCustom([role]),
  ]
}

/** The parts of a member among what was read. Throws where one of them is gone, since they go together. */
export function partsIn(items: readonly Item[], { id, userId, nodeId, orgId, role }: Member): MemberParts {
  const profile = recordsOf(profiles, items).find((found) => found.id === userId)
  const membership = recordsOf(memberships, items).find((found) => found.id === id)
  const node = recordsOf(nodes, items).find((found) => found.id === nodeId)
  const email = recordsOf(memberEmails, items).find((found) => found.orgId === orgId && found.userId === userId)
  if (!profile || !membership || !node || !email) throw new Error(`a part of the member ${id} is gone`)
  return { profile, membership, node, email, role: rolesIn(items)(role) }
}
