import { keysOfCustom, type Role, rolesIn } from '../auth/custom-role.ts'
import { accountPartition, type Membership, memberships, type Profile, profiles } from '../auth/principal.ts'
import { recordsOf } from '../store/collection.ts'
import { type Node, nodeKey, nodes } from '../store/entities.ts'
import { type MemberEmail, memberEmailKey, memberEmails } from '../store/member-emails.ts'
import { getItems, type Table } from '../store/table.ts'
import type { Member } from './member.ts'

/** What a member's record names: shown with it, and changed with it. */
export interface MemberParts {
  readonly profile: Profile
  readonly node: Node
  readonly membership: Membership
  readonly email: MemberEmail
  readonly role: Role
}

/** Throws where one of them is gone, since they go together. */
export async function partsOf(table: Table, member: Member): Promise<MemberParts> {
  const { id, userId, nodeId, orgId, email: address } = member
  const items = await getItems(table, [
    { PK: accountPartition(userId), SK: 'PROFILE' },
    { PK: accountPartition(userId), SK: `MEMBERSHIP#${id}` },
    nodeKey(nodeId),
    memberEmailKey(orgId, address),
    ...keysOfCustom([member.role]),
  ])
  const [profile] = recordsOf(profiles, items)
  const [membership] = recordsOf(memberships, items)
  const [node] = recordsOf(nodes, items)
  const [email] = recordsOf(memberEmails, items)
  if (!profile || !membership || !node || !email) throw new Error(`a part of the member ${id} is gone`)
  return { profile, membership, node, email, role: rolesIn(items)(member.role) }
}
