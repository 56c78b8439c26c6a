import { nodeAccess, type OrganizationAccess, permits } from '../../../../shared/auth/node-access.ts'
import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { forbidden } from '../../../../shared/http/authorization/refusals.ts'
import {
  depthOf,
  type Entity,
  type Group,
  maxDepth,
  type Node,
  nodes,
  type Organization,
  placeOf,
} from '../../../../shared/store/entities.ts'
import { increaseNodeUsage, openNodeUsage } from '../../../../shared/store/node-usage.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { letTwinFollow } from '../test-mode/follow.ts'
import { auditOfNode } from './audit.ts'

/** Where the node is to stand: what kind it is follows from it. */
type Parent = (Organization & { takes: 'entity' }) | ((Entity | Group) & { takes: 'group' })

export function parentFor(
  access: OrganizationAccess,
  [parent]: readonly Node[],
  { type }: { readonly type: 'entity' | 'group' },
): Parent | Refusal<'node_not_found' | 'forbidden' | 'invalid_parent' | 'max_depth_reached'> {
  const atParent = parent && nodeAccess(access.principal, placeOf(parent))
  if (!parent || !atParent) return refuse('node_not_found', 'parentId does not name a node that you can see.')
  if (parent.orgId !== access.orgId) return refuse('invalid_parent', 'parentId names a node of another organization.')
  if (!permits(atParent.memberships, 'nodes.manage')) return forbidden('nodes.manage')
  if ((parent.type === 'organization') !== (type === 'entity'))
    return refuse('invalid_parent', 'Place an entity under the organization, and a group under an entity or a group.')
  if (depthOf(placeOf(parent)) + 1 > maxDepth)
    return refuse(
      'max_depth_reached',
      `An organization has at most ${maxDepth} levels below it. Choose a parent higher up.`,
    )
  return parent.type === 'organization' ? { ...parent, takes: 'entity' } : { ...parent, takes: 'group' }
}

export function nodeUnder(
  parent: Parent,
  own: Pick<Node, 'id' | 'name' | 'createdAt' | 'partnerName'>,
): Entity | Group {
  const { orgId, providerId, livemode, id: parentId } = parent
  const common = { ...own, orgId, providerId, livemode, parentId, version: 1 }
  if (parent.takes === 'group') {
    const entityId = parent.type === 'entity' ? parent.id : parent.entityId
    return { ...common, type: 'group', entityId, ancestorIds: [...placeOf(parent).ancestorIds, parentId] }
  }
  return { ...common, type: 'entity' }
}

/** Writes a new entity or group, and that its parent has it. */
export function addNode(work: UnitOfWork, node: Entity | Group, parent: Node): void {
  work.create(nodes, node)
  openNodeUsage(work, placeOf(node))
  increaseNodeUsage(work, placeOf(parent))
  work.audit(auditOfNode(node, 'node.created'))
  letTwinFollow(work, parent)
}
