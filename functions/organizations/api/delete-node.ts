import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { holdingOf } from '../model/tree/entity-holding.ts'
import { namedNodes } from '../model/tree/named-nodes.ts'
import { removeNode } from '../model/tree/removed-node.ts'

export const deleteNode = operation({
  id: 'deleteNode',
  method: 'DELETE',
  path: '/v1/nodes/{nodeId}',
  tag: 'Structure',
  summary: 'Delete an empty entity or group',
  description:
    'The node must have no nodes below it and no members, not even invited ones. An entity with signature ' +
    'requests, contacts or tasks cannot be deleted. If one was created at the same moment, the entity returns some ' +
    'minutes later.',
  access: { to: 'node', resource: namedNodes, permission: 'nodes.manage', scope: 'nodes:write' },
  responses: { 204: null },
  errors: ['forbidden', 'cannot_delete_organization', 'node_not_empty', 'still_referenced'],
  preload: ({ table, path }) => holdingOf(table, path.nodeId),
  async handle({ resource: { node }, preloaded: { holding }, work, clock }) {
    return removeNode(work, { node, holding, nowMs: clock() }) ?? reply(204, null)
  },
})
