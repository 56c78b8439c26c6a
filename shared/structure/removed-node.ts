import { type Refusal, refuse } from '../errors/refusal.ts'
import { isUuid } from '../ids.ts'
import { requestsOf } from '../signature/request.ts'
import { type Node, nodes } from '../store/entities.ts'
import { closeOccupancy, vacate } from '../store/occupancy.ts'
import { queryIndex, type Table } from '../store/table.ts'
import type { Work } from '../store/work.ts'
import { auditOfNode } from './audit.ts'
import { type ExternalName, forgetName } from './external-name.ts'

interface Removal {
  readonly node: Node
  /** What applications call it: that names nothing any more. */
  readonly names: readonly ExternalName[]
  readonly hasRequests: boolean
}

/** Removes an empty entity or group, or says why it stays. */
export function removeNode(
  work: Work,
  { node, names, hasRequests: isReferenced }: Removal,
): Refusal<'cannot_delete_organization' | 'still_referenced'> | null {
  if (node.type === 'organization')
    return refuse('cannot_delete_organization', 'An organization cannot be deleted as a node.')
  if (isReferenced) return refuse('still_referenced', 'The entity has signature requests.')
  work.remove(nodes, node)
  closeOccupancy(work, node.id, refuse('node_not_empty', 'The node has nodes below it, or members.'))
  vacate(work, node.parentId)
  for (const name of names) forgetName(work, name)
  work.audit(auditOfNode(node, 'node.deleted'))
  return null
}

/** Documents outlive many things, but not the entity that answers for them. */
export async function hasRequests(table: Table, entityId: string): Promise<boolean> {
  if (!isUuid(entityId)) return false
  const partition = requestsOf(entityId.toLowerCase())
  return (await queryIndex(table, { index: 'GSI1', partition, limit: 1 })).length > 0
}
