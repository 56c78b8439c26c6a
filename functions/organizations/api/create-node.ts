import * as v from 'valibot'
import { partnerIdOf } from '../../../shared/auth/principal.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { maxDepth, nodes } from '../../../shared/store/entities.ts'
import { nodeView, toNode } from '../../../shared/store/node-view.ts'
import { addNode, nodeUnder, parentFor } from '../model/tree/new-node.ts'
import { nodeName } from '../model/tree/node-name.ts'
import { readNodeItem } from '../model/tree/read-node.ts'

const nodeInput = v.object({ parentId: uuid, type: v.picklist(['entity', 'group']), name: v.string() })

export const createNode = operation({
  id: 'createNode',
  method: 'POST',
  path: '/v1/orgs/{orgId}/nodes',
  tag: 'Structure',
  summary: 'Create an entity or a group',
  description:
    'An entity is placed under the organization, a group under an entity or another group. The organization is ' +
    `at depth 0; the maximum depth is ${maxDepth}.`,
  access: { to: 'organization', permission: 'nodes.manage', scope: 'nodes:write' },
  body: json(nodeInput),
  responses: { 201: nodeView },
  errors: ['node_not_found', 'forbidden', 'invalid_parent', 'max_depth_reached', 'invalid_node_name'],
  preload: ({ table, body }) => readNodeItem(table, body.parentId),
  async handle({ access, body, preloaded, principal, work, clock, ids }) {
    const parent = parentFor(access, recordsOf(nodes, preloaded), body)
    if (isRefusal(parent)) return parent
    const name = nodeName(body.name)
    if (isRefusal(name)) return name
    const nowMs = clock()
    const node = nodeUnder(parent, { id: ids(nowMs), name, createdAt: timestamp(nowMs) })
    addNode(work, node, parent)
    return reply(201, toNode(node, partnerIdOf(principal)), etagOf(node))
  },
})
