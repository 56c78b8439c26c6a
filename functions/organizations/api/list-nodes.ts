import * as v from 'valibot'
import { partnerIdOf } from '../../../shared/auth/principal.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { pageOf, pageRequest, wholeList } from '../../../shared/http/page.ts'
import { reply } from '../../../shared/http/reply.ts'
import { wholeListParameters } from '../../../shared/http/values.ts'
import { nodeView, toNode } from '../../../shared/store/node-view.ts'
import { nodesOfWhole, nodeTypes, visibleNodes } from '../model/tree/visible-nodes.ts'

export const listNodes = operation({
  id: 'listNodes',
  method: 'GET',
  path: '/v1/orgs/{orgId}/nodes',
  tag: 'Structure',
  summary: 'List the nodes of an organization',
  description:
    'Returns the nodes above your memberships for context, and everything below them: first the organization, ' +
    'then the entities, then the groups. Each group comes after its parent.',
  access: { to: 'organization', permission: null, scope: 'nodes:read' },
  query: v.object({ type: v.optional(v.picklist(nodeTypes)), ...wholeListParameters }),
  responses: { 200: v.object({ results: v.array(nodeView), nextPageToken: v.optional(v.string()) }) },
  errors: ['invalid_input', 'invalid_page_token'],
  async preload({ table, path, query, principalId, nowMs }) {
    const page = await pageRequest('listNodes', { ...query, ...path }, principalId, nowMs, wholeList)
    if (isRefusal(page)) return page
    return { page, whole: await nodesOfWhole(table, { orgId: path.orgId, type: query.type, page }) }
  },
  async handle({ access, principal, query, clock, table, preloaded }) {
    if (isRefusal(preloaded)) return preloaded
    const { page, whole } = preloaded
    const search = { orgId: access.orgId, type: query.type, page }
    const found = await visibleNodes(table, search, access.memberships, whole)
    const applicationId = partnerIdOf(principal)
    return reply(200, await pageOf(found, page, clock(), (node) => toNode(node, applicationId)))
  },
})
