import * as v from 'valibot'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { namedNodes } from '../model/tree/named-nodes.ts'
import { organizationRenameRefusal } from '../model/tree/organization-name.ts'
import { applicationOf } from './application.ts'
import { partnerNodeView, toPartnerNode } from './partner-views.ts'
import { renamed } from './renamed.ts'

export const renameProvisionedNode = operation({
  id: 'renameProvisionedNode',
  method: 'PATCH',
  path: '/v1/provisioning/nodes/{nodeId}',
  tag: 'Provisioning',
  summary: 'Rename a node',
  description: 'The externalId stays the same. The name of an organization needs the scope `orgs:write`.',
  access: {
    to: 'node',
    resource: namedNodes,
    permission: 'nodes.manage',
    scope: 'nodes:write',
    applicationsOnly: true,
  },
  body: json(v.object({ name: v.string(), version: v.optional(v.number()) })),
  responses: { 200: partnerNodeView },
  errors: ['invalid_node_name', 'forbidden', 'insufficient_scope'],
  async handle({ principal, resource: { node }, body, work }) {
    const refusal = organizationRenameRefusal(principal, node)
    if (refusal) return refusal
    const next = renamed(work, node, body.name)
    if (isRefusal(next)) return next
    return reply(200, toPartnerNode(next, applicationOf(principal).id), etagOf(next))
  },
})
