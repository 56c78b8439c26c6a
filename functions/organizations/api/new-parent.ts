import { membershipsCovering, nodeAccess, permits } from '../../../shared/auth/node-access.ts'
import type { Principal } from '../../../shared/auth/principal.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { forbidden } from '../../../shared/http/authorization/refusals.ts'
import {
  depthOf,
  type Entity,
  entityIdOf,
  type Group,
  maxDepth,
  type Node,
  placeOf,
} from '../../../shared/store/entities.ts'
import { maxMoved, type Subtree, sizeOf } from './subtree.ts'

/** Where a node is to move to; null where it is there already. `found` is what the body names. */
export function newParent(
  principal: Principal,
  node: Node,
  [parent]: readonly Node[],
): Entity | Group | null | Refusal<'node_not_found' | 'invalid_parent' | 'forbidden'> {
  const access = parent && nodeAccess(principal, placeOf(parent))
  if (!parent || !access) return refuse('node_not_found', 'parentId does not name a node that you can see.')
  if (node.type !== 'organization' && parent.id === node.parentId) return null
  const place = placeOf(parent)
  if (node.type !== 'group' || parent.type === 'organization' || entityIdOf(place) !== node.entityId)
    return refuse(
      'invalid_parent',
      'A group can move only within its entity, and an entity stays under its organization.',
    )
  if (parent.id === node.id || place.ancestorIds.includes(node.id))
    return refuse('invalid_parent', 'A group cannot move below itself. Choose another parent.')
  const covering = membershipsCovering(principal, placeOfParent(node))
  const mayMove = [covering, access.memberships].every((memberships) => permits(memberships, 'nodes.manage'))
  return mayMove ? parent : forbidden('nodes.manage')
}

function placeOfParent({ orgId, parentId, ancestorIds }: Group) {
  return { orgId, nodeId: parentId, ancestorIds: ancestorIds.slice(0, -1) }
}

/** Why a subtree cannot move below a node as it is. */
export function subtreeRefusal(
  subtree: Subtree,
  parent: Node,
): Refusal<'invalid_parent' | 'max_depth_reached' | 'node_not_empty'> | null {
  const [top] = subtree.groups
  // A parent that was read before the subtree may have been moved into it in between.
  if (subtree.groups.some(({ id }) => id === parent.id || id === top?.parentId))
    return refuse('invalid_parent', 'A group cannot move below itself. Choose another parent.')
  const depths = subtree.groups.map((group) => depthOf(placeOf(group)))
  const levels = Math.max(...depths) - Math.min(...depths) + 1
  if (depthOf(placeOf(parent)) + levels > maxDepth)
    return refuse(
      'max_depth_reached',
      `An organization has at most ${maxDepth} levels below it. Choose a parent higher up.`,
    )
  if (sizeOf(subtree) <= maxMoved) return null
  const message = `The group has more than ${maxMoved} groups, members and API keys in it. Move some of them separately first.`
  return refuse('node_not_empty', message)
}
