import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { type Node, nodes } from '../../../../shared/store/entities.ts'
import { closeNodeUsage, decreaseNodeUsage } from '../../../../shared/store/node-usage.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { followingRefusal, letTwinFollow } from '../test-mode/follow.ts'
import { auditOfNode } from './audit.ts'
import type { Holding } from './entity-holding.ts'
import { forgetNodeName } from './external-name.ts'
import { noteRemoved } from './removed-entity.ts'

interface Removal {
  readonly node: Node
  /** What is kept in it; null where nothing is. */
  readonly holding: Holding | null
  readonly nowMs: number
}

/** Removes an empty entity or group, or says why it stays. */
export function removeNode(
  work: UnitOfWork,
  { node, holding, nowMs }: Removal,
): Refusal<'cannot_delete_organization' | 'still_referenced' | 'forbidden'> | null {
  if (node.type === 'organization')
    return refuse('cannot_delete_organization', 'An organization cannot be deleted as a node.')
  const following = followingRefusal(node)
  if (following) return following
  if (holding) return refuse('still_referenced', `The entity still has ${holding}.`)
  work.remove(nodes, node)
  closeNodeUsage(
    work,
    node.id,
    refuse('node_not_empty', 'The node still has members or nodes below it. Remove them first.'),
  )
  decreaseNodeUsage(work, node.parentId)
  forgetNodeName(work, node)
  if (node.type === 'entity') noteRemoved(work, node, nowMs)
  work.audit(auditOfNode(node, 'node.deleted'))
  letTwinFollow(work, node)
  return null
}
