import { keysOfCustom, type RoleReference, rolesIn } from '../../shared/auth/custom-role.ts'
import { accountPartition, profiles } from '../../shared/auth/principal.ts'
import type { Member } from '../../shared/members/member.ts'
import type { Shown } from '../../shared/members/member-view.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { type Node, nodeKey, nodes } from '../../shared/store/entities.ts'
import { getItems, type Table } from '../../shared/store/table.ts'

/** What is shown with a member. */
export interface MemberParts {
  readonly profile: Shown
  readonly node: Node
  readonly role: RoleReference
}

/** What a page of members shows with them. */
export async function shownWith(table: Table, found: readonly Member[]): Promise<(member: Member) => MemberParts> {
  const accounts = [...new Set(found.map(({ userId }) => userId))]
  const places = [...new Set(found.map(({ nodeId }) => nodeId))]
  const keys = [
    ...accounts.map((id) => ({ PK: accountPartition(id), SK: 'PROFILE' })),
    ...places.map(nodeKey),
    ...keysOfCustom(found.map(({ role }) => role)),
  ]
  const items = await getItems(table, keys)
  const profileOf = new Map(recordsOf(profiles, items).map((profile) => [profile.id, profile]))
  const nodeOf = new Map(recordsOf(nodes, items).map((node) => [node.id, node]))
  const roleBehind = rolesIn(items)
  return ({ id, userId, nodeId, role }) => {
    const [profile, node] = [profileOf.get(userId), nodeOf.get(nodeId)]
    if (!profile || !node) throw new Error(`a part of the member ${id} is gone`)
    return { profile, node, role: roleBehind(role) }
  }
}
