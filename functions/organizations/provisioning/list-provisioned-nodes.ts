import * as v from 'valibot'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { pageOf, pageRequest, wholeList } from '../../../shared/http/page.ts'
import { reply } from '../../../shared/http/reply.ts'
import { wholeListParameters } from '../../../shared/http/values.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import type { Node } from '../../../shared/store/entities.ts'
import { nodesOfWhole, visibleNodes } from '../model/tree/visible-nodes.ts'
import { applicationOf } from './application.ts'
import { readCalled } from './called-nodes.ts'
import { askedExternalId, idLookedFor } from './external-id.ts'
import { partnerNodeView, toPartnerNode } from './partner-views.ts'

export const listProvisionedNodes = operation({
  id: 'listProvisionedNodes',
  method: 'GET',
  path: '/v1/provisioning/orgs/{orgId}/nodes',
  tag: 'Provisioning',
  summary: 'List the nodes of an organization',
  description:
    'Returns first the organization, then the entities, then the groups. Each group comes after its parent. ' +
    'With an externalId, returns only the entity or group with that id.',
  access: { to: 'organization', permission: null, scope: 'nodes:read', applicationsOnly: true },
  query: v.object({ externalId: askedExternalId, ...wholeListParameters }),
  responses: { 200: v.object({ results: v.array(partnerNodeView), nextPageToken: v.optional(v.string()) }) },
  errors: ['external_id_required', 'invalid_input', 'invalid_page_token'],
  async preload({ table, readItems, path, query, principalId, nowMs }) {
    const externalId = idLookedFor(query.externalId)
    if (isRefusal(externalId)) return externalId
    const page = await pageRequest('listProvisionedNodes', { ...query, ...path }, principalId, nowMs, wholeList)
    if (isRefusal(page)) return page
    if (externalId !== null) return { page, called: await nodeCalled(readItems, principalId, externalId), whole: null }
    const search = { orgId: path.orgId, type: undefined, page }
    return { page, called: null, whole: await nodesOfWhole(table, search) }
  },
  async handle({ access, principal, clock, table, preloaded }) {
    if (isRefusal(preloaded)) return preloaded
    const { id: applicationId } = applicationOf(principal)
    const { page, called, whole } = preloaded
    if (whole === null) {
      // The application may give the same id to a node of another organization.
      const node = called?.orgId === access.orgId ? [toPartnerNode(called, applicationId)] : []
      return reply(200, { results: node })
    }
    const search = { orgId: access.orgId, type: undefined, page }
    const found = await visibleNodes(table, search, access.memberships, whole)
    return reply(200, await pageOf(found, page, clock(), (node) => toPartnerNode(node, applicationId)))
  },
})

async function nodeCalled(readItems: BatchLoader, applicationId: string, externalId: string): Promise<Node | null> {
  return (await readCalled(readItems, applicationId, [externalId])).nodeCalled(externalId)
}
