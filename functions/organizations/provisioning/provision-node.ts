import * as v from 'valibot'
import type { OrganizationAccess } from '../../../shared/auth/node-access.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { missingFields } from '../../../shared/http/validation.ts'
import { nullsAbsent } from '../../../shared/http/values.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { type Node, nodeKey, nodes } from '../../../shared/store/entities.ts'
import { giveName, type NodeName, partnerNamed } from '../model/tree/external-name.ts'
import { addNode, nodeUnder, parentFor } from '../model/tree/new-node.ts'
import { nodeName } from '../model/tree/node-name.ts'
import { applicationOf } from './application.ts'
import { readCalled } from './called-nodes.ts'
import { externalId, idTaken } from './external-id.ts'
import { createdNodeView, toPartnerNode } from './partner-views.ts'

const nodeInput = v.pipe(
  nullsAbsent({
    type: v.picklist(['entity', 'group']),
    name: v.optional(v.pipe(v.string(), v.description('Required for a new node.'))),
    externalId,
    parentId: v.optional(
      v.pipe(uuid, v.description('The parent of a group. An entity needs none: it is placed under the organization.')),
    ),
    parentExternalId: v.pipe(externalId, v.description('Your own id of the parent, instead of parentId.')),
  }),
  v.check(
    ({ parentId, parentExternalId }) => parentId === undefined || parentExternalId === undefined,
    'Send either parentId or parentExternalId.',
  ),
)
type NodeInput = v.InferOutput<typeof nodeInput>

export const provisionNode = operation({
  id: 'provisionNode',
  method: 'POST',
  path: '/v1/provisioning/orgs/{orgId}/nodes',
  tag: 'Provisioning',
  summary: 'Create an entity or a group',
  description:
    'If your externalId already names an entity or group of this organization, the answer is that node as it ' +
    'is now; the other fields in the request are ignored, and the name can be left out.',
  access: { to: 'organization', permission: 'nodes.manage', scope: 'nodes:write', applicationsOnly: true },
  body: json(nodeInput),
  responses: { 200: createdNodeView, 201: createdNodeView },
  errors: [
    ...(['external_id_taken', 'node_not_found', 'invalid_parent', 'max_depth_reached'] as const),
    ...(['invalid_node_name', 'forbidden', 'invalid_request'] as const),
  ],
  preload: ({ readItems, path, principalId, body }) => nodeFacts(readItems, principalId, path.orgId, body),
  async handle({ access, principal, body, preloaded: facts, work, clock, ids }) {
    const { id: applicationId } = applicationOf(principal)
    const known = facts.known && knownNode(access, body, facts.known)
    if (isRefusal(known)) return known
    if (known) return reply(200, { ...toPartnerNode(known, applicationId), created: false }, etagOf(known))
    if (body.name === undefined) return missingFields('name')
    const parent = parentOf(access, body, facts)
    if (isRefusal(parent)) return parent
    const name = nodeName(body.name)
    if (isRefusal(name)) return name
    const nowMs = clock()
    const node = nodeUnder(parent, {
      id: ids(nowMs),
      name,
      createdAt: timestamp(nowMs),
      ...partnerNamed(applicationId, body.externalId),
    })
    addNode(work, node, parent)
    if (body.externalId !== undefined) giveName(work, nameOf(applicationId, node, body.externalId))
    return reply(201, { ...toPartnerNode(node, applicationId), created: true }, etagOf(node))
  },
})

/** What stands under the ids that the application has sent. */
interface NodeFacts {
  /** What it calls so already; the node is null where it has gone this very moment. */
  readonly known: { readonly name: NodeName; readonly node: Node | null } | null
  /** As it was named, or as it follows from the type. */
  readonly parent: Node | null
}

async function nodeFacts(
  readItems: BatchLoader,
  applicationId: string,
  orgId: string,
  { externalId: id, parentId = orgId, parentExternalId }: NodeInput,
): Promise<NodeFacts> {
  const called = [...new Set([id, parentExternalId])].filter((given) => given !== undefined)
  const [{ names, nodeCalled }, parents] = await Promise.all([
    readCalled(readItems, applicationId, called),
    parentExternalId === undefined ? readItems([nodeKey(parentId)]) : [],
  ])
  const name = names.find(({ externalId }) => externalId === id)
  const [named = null] = recordsOf(nodes, parents)
  return {
    known: name ? { name, node: nodeCalled(id) } : null,
    parent: parentExternalId === undefined ? named : nodeCalled(parentExternalId),
  }
}

/** The node that the application means; null where it has gone this very moment. */
function knownNode(
  { orgId }: OrganizationAccess,
  { type }: NodeInput,
  { name, node }: NonNullable<NodeFacts['known']>,
): Node | null | Refusal<'external_id_taken'> {
  return name.orgId === orgId && name.type === type ? node : idTaken('node', name.externalId)
}

function parentOf(access: OrganizationAccess, body: NodeInput, { parent }: NodeFacts) {
  const { parentId, parentExternalId, type } = body
  if (type === 'group' && parentId === undefined && parentExternalId === undefined)
    return refuse('invalid_parent', 'A group needs a parent. Send parentId or parentExternalId.')
  if (parentExternalId !== undefined && !parent)
    return refuse('node_not_found', 'parentExternalId does not name one of your nodes in this organization.')
  return parentFor(access, parent ? [parent] : [], body)
}

function nameOf(applicationId: string, { id: nodeId, orgId, type }: Node, given: string): NodeName {
  if (type === 'organization') throw new Error('an organization is not part of another organization')
  return { applicationId, externalId: given, kind: 'node', orgId, nodeId, type }
}
