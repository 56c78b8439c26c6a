import { keysOfCustom, type RoleReference, rolesIn } from '../../../shared/auth/custom-role.ts'
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
  return [...places.map(nodeKey), ...keysOfCustom(found.map(({ role }) => role))]
}

/** How members are shown, by what was read. */
export function shownBy(items: readonly Item[]): (member: Member) => ShownParts {
  const nodeOf = new Map(recordsOf(nodes, items).map((node) => [node.id, node]))
  const roleBehind = rolesIn(items)
  return (member) => {
    const node = nodeOf.get(member.nodeId)
    if (!node) throw new Error(`the node of the member ${member.id} no longer exists`)
    return { profile: shownOf(member), node, role: roleBehind(member.role) }
  }
}
