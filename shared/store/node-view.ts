import * as v from 'valibot'
import { uuid } from '../platform/ids.ts'
import { entityIdOf, type Node, placeOf, twinNodeIdOf } from './entities.ts'

/** A place in an organization's tree, as it is answered (contract §2.2). */
export const nodeView = v.pipe(
  v.object({
    id: uuid,
    orgId: uuid,
    type: v.picklist(['organization', 'entity', 'group']),
    parentId: v.nullable(uuid),
    entityId: v.nullable(uuid),
    name: v.string(),
    parentOrgId: v.nullable(uuid),
    twinNodeId: v.pipe(
      v.nullable(uuid),
      v.description('The same node in the test organization; in a test organization, the live node that it follows.'),
    ),
    createdAt: v.string(),
    version: v.number(),
    externalId: v.pipe(
      v.optional(v.nullable(v.string())),
      v.description('What a partner application calls it; null if nothing. Other callers do not get this field.'),
    ),
  }),
  v.title('Node'),
)
export type NodeView = v.InferOutput<typeof nodeView>

/** `applicationId`: the partner application that asks, which is shown what it calls the node. */
export function toNode(node: Node, applicationId: string | null = null): NodeView {
  const { id, orgId, type, name, createdAt, version } = node
  const parentId = node.type === 'organization' ? null : node.parentId
  // No organization stands below another one.
  return {
    id,
    orgId,
    type,
    parentId,
    entityId: entityIdOf(placeOf(node)),
    name,
    parentOrgId: null,
    twinNodeId: twinNodeIdOf(node),
    createdAt,
    version,
    ...(applicationId !== null && { externalId: nameOfNode(node, applicationId) }),
  }
}

/** What an application calls a node; null: nothing of its own. */
export function nameOfNode({ partnerName }: Pick<Node, 'partnerName'>, applicationId: string): string | null {
  return partnerName?.applicationId === applicationId ? partnerName.externalId : null
}
