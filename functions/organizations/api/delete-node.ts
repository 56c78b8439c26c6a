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
    'With nothing below it and no member, not even an invited one. An entity that has signature requests or contacts stays, since they are its own; where one was made at the same moment, the entity is back some minutes later.',
  access: { to: 'node', resource: namedNodes, permission: 'nodes.manage', scope: 'nodes:write' },
  responses: { 204: null },
  errors: ['cannot_delete_organization', 'node_not_empty', 'still_referenced'],
  preload: ({ table, path }) => holdingOf(table, path.nodeId),
  async handle({ resource: { node }, preloaded: { holding }, work, clock }) {
    return removeNode(work, { node, holding, nowMs: clock() }) ?? reply(204, null)
  },
})
