import * as v from 'valibot'
import type { OrganizationAccess } from '../../../shared/auth/node-access.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { pageOf, pageRequest, wholeList } from '../../../shared/http/page.ts'
import { reply } from '../../../shared/http/reply.ts'
import { wholeListParameters } from '../../../shared/http/values.ts'
import { isUuid } from '../../../shared/platform/ids.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { type Node, nodeKey, nodes } from '../../../shared/store/entities.ts'
import { getItem, type Table } from '../../../shared/store/table.ts'
import { externalIdKey, meaningsIn, type NodeName, nameOfKind } from '../model/tree/external-name.ts'
import { earlyNodes, visibleNodes } from '../model/tree/visible-nodes.ts'
import { applicationOf } from './application.ts'
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
  async reads({ table, path, query, principalId, nowMs }) {
    const externalId = idLookedFor(query.externalId)
    const page = pageRequest('listProvisionedNodes', { ...query, ...path }, principalId, nowMs, wholeList)
    if (isRefusal(externalId) || isRefusal(page) || !isUuid(path.orgId)) return null
    if (externalId !== null) return { name: await nodeCalled(table, principalId, externalId), nodes: null }
    return { name: null, nodes: await earlyNodes(table, { orgId: path.orgId.toLowerCase(), type: undefined, page }) }
  },
  async handle({ access, path, principal, query, clock, table, early }) {
    const externalId = idLookedFor(query.externalId)
    if (isRefusal(externalId)) return externalId
    const { id: applicationId } = applicationOf(principal)
    const nowMs = clock()
    const page = pageRequest('listProvisionedNodes', { ...query, ...path }, principal.id, nowMs, wholeList)
    if (isRefusal(page)) return page
    if (externalId !== null) {
      const node = await nodeIn(table, access, early?.name ?? null)
      return reply(200, { results: node ? [toPartnerNode(node, applicationId)] : [] })
    }
    const search = { orgId: access.orgId, type: undefined, page }
    const found = await visibleNodes(table, search, access.memberships, early?.nodes ?? null)
    return reply(
      200,
      pageOf(found, page, nowMs, (node) => toPartnerNode(node, applicationId)),
    )
  },
})

async function nodeCalled(table: Table, applicationId: string, externalId: string): Promise<NodeName | null> {
  const item = await getItem(table, externalIdKey(applicationId, 'node', externalId))
  return item && nameOfKind(meaningsIn([item]), 'node')
}

/** The application may call a node of another organization so. */
async function nodeIn(table: Table, { orgId }: OrganizationAccess, name: NodeName | null): Promise<Node | null> {
  const item = name?.orgId === orgId ? await getItem(table, nodeKey(name.nodeId)) : null
  return item && fromItem(nodes, item)
}
