import * as v from 'valibot'
import type { OrganizationAccess } from '../../shared/auth/node-access.ts'
import { timestamp } from '../../shared/clock.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/errors/refusal.ts'
import { json } from '../../shared/http/body.ts'
import { operation } from '../../shared/http/operation.ts'
import { etagOf, reply } from '../../shared/http/reply.ts'
import { uuid } from '../../shared/http/values.ts'
import { isUuid } from '../../shared/ids.ts'
import { fromItem, recordsOf } from '../../shared/store/collection.ts'
import { type Node, nodeKey, nodes } from '../../shared/store/entities.ts'
import { getItem, getItems, type Table } from '../../shared/store/table.ts'
import { externalIdKey, giveName, meaningsIn, type NodeName } from '../../shared/structure/external-name.ts'
import { addNode, nodeUnder, parentFor } from '../../shared/structure/new-node.ts'
import { nodeName } from '../../shared/structure/node-name.ts'
import { applicationOf } from './application.ts'
import { externalId, idTaken } from './external-id.ts'
import { createdNodeView, toPartnerNode } from './partner-views.ts'

const nodeInput = v.pipe(
  v.object({
    type: v.picklist(['entity', 'group']),
    name: v.string(),
    externalId,
    parentId: v.optional(
      v.pipe(uuid, v.description('Of a group. An entity needs none: it stands under the organization.')),
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
    'Where your externalId names an entity or group of this organization already, that one is answered as it is now, and what you send besides does not count.',
  access: { to: 'organization', permission: 'nodes.manage', scope: 'nodes:write', applicationsOnly: true },
  body: json(nodeInput),
  responses: { 200: createdNodeView, 201: createdNodeView },
  errors: [
    ...(['external_id_taken', 'node_not_found', 'invalid_parent', 'max_depth_reached'] as const),
    ...(['invalid_node_name', 'forbidden'] as const),
  ],
  async reads({ table, path: { orgId }, principalId, json: body }) {
    const given = v.safeParse(nodeInput, body)
    return given.success && isUuid(orgId)
      ? await nodeFacts(table, principalId, orgId.toLowerCase(), given.output)
      : null
  },
  async handle({ access, principal, body, early, table, work, clock, ids }) {
    const { id: applicationId } = applicationOf(principal)
    const facts = early ?? (await nodeFacts(table, applicationId, access.orgId, body))
    const known = facts.known && (await knownNode(table, access, body, facts.known))
    if (isRefusal(known)) return known
    if (known) return reply(200, { ...toPartnerNode(known, body.externalId ?? null), created: false }, etagOf(known))
    const parent = await parentOf(table, access, body, facts)
    if (isRefusal(parent)) return parent
    const name = nodeName(body.name)
    if (isRefusal(name)) return name
    const nowMs = clock()
    const node = nodeUnder(parent, { id: ids(nowMs), name, createdAt: timestamp(nowMs) })
    addNode(work, node, parent)
    if (body.externalId !== undefined) giveName(work, nameOf(applicationId, node, body.externalId))
    return reply(201, { ...toPartnerNode(node, body.externalId ?? null), created: true }, etagOf(node))
  },
})

/** What stands under the ids that the application has sent. */
interface NodeFacts {
  /** What it calls so already. */
  readonly known: NodeName | null
  readonly parentName: NodeName | null
  /** Where it was named by its own id, or follows from the type. */
  readonly parent: Node | null
}

async function nodeFacts(
  table: Table,
  applicationId: string,
  orgId: string,
  { externalId: id, parentId = orgId, parentExternalId }: NodeInput,
): Promise<NodeFacts> {
  const called = [...new Set([id, parentExternalId])].filter((given) => given !== undefined)
  const items = await getItems(table, [
    ...called.map((given) => externalIdKey(applicationId, 'node', given)),
    ...(parentExternalId === undefined ? [nodeKey(parentId)] : []),
  ])
  const names = meaningsIn(items).filter((name) => name.kind === 'node')
  return {
    known: names.find(({ externalId: own }) => own === id) ?? null,
    parentName: names.find(({ externalId: own }) => own === parentExternalId) ?? null,
    parent: recordsOf(nodes, items)[0] ?? null,
  }
}

/** The node that the application means; null where it has gone this very moment. */
async function knownNode(
  table: Table,
  { orgId }: OrganizationAccess,
  { type }: NodeInput,
  known: NodeName,
): Promise<Node | null | Refusal<'external_id_taken'>> {
  if (known.orgId !== orgId || known.type !== type) return idTaken('node', known.externalId)
  const item = await getItem(table, nodeKey(known.nodeId))
  return item && fromItem(nodes, item)
}

async function parentOf(table: Table, access: OrganizationAccess, body: NodeInput, facts: NodeFacts) {
  const { parentId, parentExternalId, type } = body
  if (type === 'group' && parentId === undefined && parentExternalId === undefined)
    return refuse('invalid_parent', 'A group stands under an entity or a group: send parentId or parentExternalId.')
  if (parentExternalId === undefined) return parentFor(access, facts.parent ? [facts.parent] : [], body)
  const item = facts.parentName && (await getItem(table, nodeKey(facts.parentName.nodeId)))
  if (!item) return refuse('node_not_found', 'parentExternalId names no node of yours in this organization.')
  return parentFor(access, [fromItem(nodes, item)], body)
}

function nameOf(applicationId: string, { id: nodeId, orgId, type }: Node, given: string): NodeName {
  if (type === 'organization') throw new Error('an organization is no part of another one')
  return { applicationId, externalId: given, kind: 'node', orgId, nodeId, type }
}
