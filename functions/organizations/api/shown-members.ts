import { keysOfCustom, type RoleReference, rolesIn } from '../../../shared/auth/custom-role.ts'
import { profileKey, profiles } from '../../../shared/auth/principal.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { type Node, nodeKey, nodes } from '../../../shared/store/entities.ts'
import type { Item, Key } from '../../../shared/store/table.ts'
import type { Member } from '../model/members/member.ts'
import { type Shown, shownOf } from '../model/members/member-view.ts'

/** What is shown with a member. */
export interface ShownParts {
  readonly profile: Shown
  readonly node: Node
  readonly role: RoleReference
}

/** Where it stands what members are shown with. */
export function keysShownWith(found: readonly Member[]): Key[] {
  const places = [...new Set(found.map(({ nodeId }) => nodeId))]
  const accounts = [...new Set(found.map(({ userId }) => userId))]
  return [...places.map(nodeKey), ...accounts.map(profileKey), ...keysOfCustom(found.map(({ role }) => role))]
}

/** Whether the node of a member is among what was read: a test organization gets new nodes a moment later. */
export function hasNode(items: readonly Item[]): (member: Member) => boolean {
  const ids = new Set(recordsOf(nodes, items).map(({ id }) => id))
  return ({ nodeId }) => ids.has(nodeId)
}

/** How members are shown, by what was read. */
export function shownBy(items: readonly Item[]): (member: Member) => ShownParts {
  const nodeOf = new Map(recordsOf(nodes, items).map((node) => [node.id, node]))
  const accountOf = new Map(recordsOf(profiles, items).map((account) => [account.id, account]))
  const roleBehind = rolesIn(items)
  return (member) => {
    const node = nodeOf.get(member.nodeId)
    const account = accountOf.get(member.userId)
    if (!account || !node) throw new Error(`the account or the node of the member ${member.id} no longer exists`)
    return { profile: shownOf(member, account), node, role: roleBehind(member.role) }
  }
}
