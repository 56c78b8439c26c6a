import * as v from 'valibot'
import { partnerIdOf } from '../../../shared/auth/principal.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { type Group, type Node, nodes, placeOf } from '../../../shared/store/entities.ts'
import { decreaseNodeUsage, increaseNodeUsage } from '../../../shared/store/node-usage.ts'
import { nodeView, toNode } from '../../../shared/store/node-view.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { followingRefusal, letTwinFollow } from '../model/test-mode/follow.ts'
import { auditOfNode, auditOfRename } from '../model/tree/audit.ts'
import { namedNodes } from '../model/tree/named-nodes.ts'
import { nodeName } from '../model/tree/node-name.ts'
import { organizationRenameRefusal } from '../model/tree/organization-name.ts'
import { readNodeItem } from '../model/tree/read-node.ts'
import { newParent, subtreeRefusal } from './new-parent.ts'
import { maxMoved, moveSubtree, readSubtree, type Subtree } from './subtree.ts'

const nodeChange = v.pipe(
  v.object({
    name: v.optional(v.string()),
    parentId: v.optional(v.pipe(uuid, v.description('The new parent of a group: a node of the same entity.'))),
    version: v.optional(v.number()),
  }),
  v.check(({ name, parentId }) => name !== undefined || parentId !== undefined, 'Send name, parentId or both.'),
)

export const changeNode = operation({
  id: 'changeNode',
  method: 'PATCH',
  path: '/v1/nodes/{nodeId}',
  tag: 'Structure',
  summary: 'Rename a node, or move a group',
  description:
    'To rename the organization, people need the permission `organization.manage` and applications the scope `orgs:write`. A group moves within its entity, together with everything below it and its members and API keys. You need ' +
    `the permission at the old and the new parent. One request moves at most ${maxMoved} groups, members and ` +
    'API keys; a larger group is refused with `node_not_empty` and must be moved in parts.',
  access: { to: 'node', resource: namedNodes, permission: 'nodes.manage', scope: 'nodes:write' },
  body: json(nodeChange),
  responses: { 200: nodeView },
  errors: [
    'node_not_found',
    'invalid_parent',
    'forbidden',
    'max_depth_reached',
    'node_not_empty',
    'invalid_node_name',
    'insufficient_scope',
  ],
  preload: ({ table, body }) => readNodeItem(table, body.parentId),
  async handle({ access, resource: { node }, body, preloaded, principal, table, work }) {
    const applicationId = partnerIdOf(principal)
    const following = followingRefusal(node)
    if (following) return following
    const name = body.name === undefined ? node.name : nodeName(body.name)
    const parent = body.parentId === undefined ? null : newParent(access.principal, node, recordsOf(nodes, preloaded))
    if (isRefusal(parent)) return parent
    if (isRefusal(name)) return name
    const refused = name === node.name ? null : organizationRenameRefusal(access.principal, node)
    if (refused) return refused
    const renamed = name === node.name ? null : { ...node, name, version: node.version + 1 }
    if (parent === null || node.type !== 'group') {
      // A repeated PATCH finds everything as it asks for: nothing happens twice.
      if (renamed === null) return reply(200, toNode(node, applicationId), etagOf(node))
      work.update(nodes, node, renamed)
      auditChanges(work, node, renamed)
      return reply(200, toNode(renamed, applicationId), etagOf(renamed))
    }
    const subtree = await readSubtree(table, node)
    const refusal = subtreeRefusal(subtree, parent)
    if (refusal) return refusal
    const moved = groupUnder(parent, { ...node, name })
    move(work, subtree, { node, moved, parent })
    auditChanges(work, node, moved)
    return reply(200, toNode(moved, applicationId), etagOf(moved))
  },
})

function groupUnder(parent: Node, group: Group): Group {
  const { ancestorIds } = placeOf(parent)
  return { ...group, parentId: parent.id, ancestorIds: [...ancestorIds, parent.id], version: group.version + 1 }
}

function move(
  work: UnitOfWork,
  subtree: Subtree,
  { node, moved, parent }: { readonly node: Group; readonly moved: Group; readonly parent: Node },
): void {
  moveSubtree(work, subtree, moved)
  decreaseNodeUsage(work, node.parentId)
  increaseNodeUsage(work, placeOf(parent))
}

function auditChanges(work: UnitOfWork, before: Node, after: Node): void {
  letTwinFollow(work, after)
  if (before.name !== after.name) work.audit(auditOfRename(after, before.name))
  if (before.type !== 'group' || after.type !== 'group' || before.parentId === after.parentId) return
  const change = { field: 'parentId', from: before.parentId, to: after.parentId }
  work.audit(auditOfNode(after, 'node.moved', [change]))
}
