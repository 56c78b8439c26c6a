import { partnerIdOf } from '../../../shared/auth/principal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { nodeView, toNode } from '../../../shared/store/node-view.ts'
import { namedNodes } from '../model/tree/named-nodes.ts'

export const getNode = operation({
  id: 'getNode',
  method: 'GET',
  path: '/v1/nodes/{nodeId}',
  tag: 'Structure',
  summary: 'Read a node',
  description: 'You can read the nodes at, above and below your memberships.',
  access: { to: 'node', resource: namedNodes, permission: null, scope: 'nodes:read' },
  responses: { 200: nodeView },
  errors: [],
  async handle({ resource: { node }, principal }) {
    return reply(200, toNode(node, partnerIdOf(principal)), etagOf(node))
  },
})
