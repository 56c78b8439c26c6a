import * as v from 'valibot'
import { isVisiblePlace, type OrganizationAccess } from '../../../shared/auth/node-access.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { pageOf, pageRequest, untilFound, wholeList } from '../../../shared/http/page.ts'
import { reply } from '../../../shared/http/reply.ts'
import { line, wholeListParameters } from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { batchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { type NodePlace, nodes, placeOf } from '../../../shared/store/entities.ts'
import type { Item } from '../../../shared/store/table.ts'
import { memberStatuses } from '../model/members/member.ts'
import { memberView, toMember } from '../model/members/member-view.ts'
import { readOwnIds } from '../model/members/own-ids.ts'
import { readNodeItem } from '../model/tree/read-node.ts'
import { foundMembers, lookAtAll, type MemberFilters } from './found-members.ts'

export const listMembers = operation({
  id: 'listMembers',
  method: 'GET',
  path: '/v1/orgs/{orgId}/members',
  tag: 'Structure',
  summary: 'List the members of an organization',
  description:
    'Returns the members at the nodes where you may read them, ordered by node. With a filter, a page can ' +
    'hold fewer results than requested although more follow: continue while the answer has a nextPageToken.',
  access: { to: 'organization', permission: 'members.read', scope: 'members:read' },
  query: v.object({
    nodeId: v.optional(v.pipe(uuid, v.description('This node and everything below it.'))),
    status: v.optional(v.picklist(memberStatuses)),
    role: v.optional(v.pipe(line(100), v.description('The key or the id of the role.'))),
    q: v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(200),
        v.description(
          'Words, or beginnings of words, in the first name, the last name or the e-mail address. Case and ' +
            'accents are ignored.',
        ),
      ),
    ),
    ...wholeListParameters,
  }),
  responses: { 200: v.object({ results: v.array(memberView), nextPageToken: v.optional(v.string()) }) },
  errors: ['node_not_found', 'invalid_node_path', 'invalid_input', 'invalid_page_token'],
  async preload({ table, readItems, path, query, principalId, nowMs }) {
    const page = await pageRequest('listMembers', { ...query, ...path }, principalId, nowMs, wholeList)
    if (isRefusal(page)) return page
    const { nodeId } = query
    const search = { orgId: path.orgId, filters: filtersOf(query), page, nowMs }
    const [node, whole] = await Promise.all([
      readNodeItem(table, nodeId),
      nodeId === undefined ? lookAtAll(table, readItems, search) : null,
    ])
    return { page, node, whole }
  },
  async handle({ access, principal, query, clock, table, preloaded }) {
    if (isRefusal(preloaded)) return preloaded
    const { page, node, whole } = preloaded
    const nowMs = clock()
    const below = query.nodeId === undefined ? null : placeIn(access, node)
    if (isRefusal(below)) return below
    const search = { orgId: access.orgId, filters: filtersOf(query), page, nowMs }
    const own = { memberships: access.memberships, below }
    const found = await untilFound(await foundMembers(table, search, own, whole), (after) =>
      foundMembers(table, { ...search, page: { ...page, after } }, own, null),
    )
    const people = found.records.map(({ member }) => member)
    const ownIdOf = await readOwnIds(batchLoader(table), principal, people)
    return reply(
      200,
      await pageOf(found, page, nowMs, ({ member, ...parts }) => toMember(member, parts, nowMs, ownIdOf(member))),
    )
  },
})

/** A search for nothing finds everybody. */
function filtersOf({ status, role, q }: MemberFilters): MemberFilters {
  return { status, role, q: q || undefined }
}

function placeIn(
  { principal, orgId }: OrganizationAccess,
  items: readonly Item[],
): NodePlace | Refusal<'node_not_found' | 'invalid_node_path'> {
  const [node] = recordsOf(nodes, items)
  const place = node && placeOf(node)
  if (!place || !isVisiblePlace(principal, place))
    return refuse('node_not_found', 'nodeId does not name a node that you can see.')
  return place.orgId === orgId ? place : refuse('invalid_node_path', 'nodeId names a node of another organization.')
}
