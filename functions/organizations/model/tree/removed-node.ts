import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { isUuid } from '../../../../shared/platform/ids.ts'
import { type Node, nodes } from '../../../../shared/store/entities.ts'
import { closeNodeUsage, decreaseNodeUsage } from '../../../../shared/store/node-usage.ts'
import { oldestBetween, queryIndex, type Table } from '../../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { kinds, listingOf, privateContactsOf, sharedShelf } from '../../../contacts/model/shelf.ts'
import { requestsOf } from '../../../signature/model/request.ts'
import { auditOfNode } from './audit.ts'
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
): Refusal<'cannot_delete_organization' | 'still_referenced'> | null {
  if (node.type === 'organization')
    return refuse('cannot_delete_organization', 'An organization cannot be deleted as a node.')
  if (holding) return refuse('still_referenced', `The entity has ${holding}.`)
  work.remove(nodes, node)
  closeNodeUsage(work, node.id, refuse('node_not_empty', 'The node has nodes below it, or members.'))
  decreaseNodeUsage(work, node.parentId)
  forgetNodeName(work, node)
  if (node.type === 'entity') noteRemoved(work, node, nowMs)
  work.audit(auditOfNode(node, 'node.deleted'))
  return null
}

type Holding = 'signature requests' | 'contacts'

/** What an entity keeps. Documents and contacts outlive many things, but not the entity that answers for them. */
export async function holdingOf(table: Table, entityId: string): Promise<{ holding: Holding | null }> {
  if (!isUuid(entityId)) return { holding: null }
  const id = entityId.toLowerCase()
  const listings = kinds.map((kind) => listingOf(sharedShelf(id), kind))
  const [requests, privateContacts, ...shared] = await Promise.all([
    queryIndex(table, { index: 'GSI1', partition: requestsOf(id), limit: 1 }),
    oldestBetween(table, privateContactsOf(id), everyKey, 1),
    ...listings.map((partition) => queryIndex(table, { index: 'GSI1', partition, ...everyKey, limit: 1 })),
  ])
  if (requests.length > 0) return { holding: 'signature requests' }
  return { holding: [privateContacts, ...shared].some(({ length }) => length > 0) ? 'contacts' : null }
}

/** Names may be in any script. */
const everyKey = { from: '\t', to: '\u{10ffff}' }
