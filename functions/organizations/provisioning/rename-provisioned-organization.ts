import * as v from 'valibot'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { namedOrganizations } from '../model/tree/named-organizations.ts'
import { applicationOf } from './application.ts'
import { organizationView, toOrganization } from './partner-views.ts'
import { renamed } from './renamed.ts'

export const renameProvisionedOrganization = operation({
  id: 'renameProvisionedOrganization',
  method: 'PATCH',
  path: '/v1/provisioning/orgs/{orgId}',
  tag: 'Provisioning',
  summary: 'Rename an organization',
  access: {
    to: 'node',
    resource: namedOrganizations,
    permission: 'nodes.manage',
    scope: 'orgs:write',
    applicationsOnly: true,
  },
  body: json(v.object({ name: v.string(), version: v.optional(v.number()) })),
  responses: { 200: organizationView },
  errors: ['invalid_node_name', 'forbidden'],
  async handle({ principal, resource: { organization }, body, work }) {
    const next = renamed(work, organization, body.name)
    if (isRefusal(next)) return next
    return reply(200, toOrganization(next, applicationOf(principal).id), etagOf(next))
  },
})
