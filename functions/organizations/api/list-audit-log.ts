import * as v from 'valibot'
import { toldEntry } from '../../../shared/audit/told-entry.ts'
import { toldEntrySchema } from '../../../shared/audit/told-entry-schema.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { pageOf, pageRequest } from '../../../shared/http/page.ts'
import { reply } from '../../../shared/http/reply.ts'
import { instant, line, pageParameters } from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { auditEntries, outboxEntriesOfPage } from './audit-entries.ts'

export const listAuditLog = operation({
  id: 'listAuditLog',
  method: 'GET',
  path: '/v1/orgs/{orgId}/audit-log',
  tag: 'Structure',
  summary: 'Read the audit log of an organization, newest first',
  description:
    'Shows who did what in the last three years, in the whole organization or at the nodes whose log you may ' +
    'read. A page can hold fewer results than requested although more follow: continue while the answer has a ' +
    'nextPageToken.',
  access: { to: 'organization', permission: 'audit.read', scope: 'audit:read' },
  query: v.object({
    actorId: v.optional(uuid),
    action: v.optional(v.pipe(line(80), v.description('The beginning of the action, such as member.'))),
    targetId: v.optional(line(100)),
    nodeId: v.optional(uuid),
    from: v.optional(instant),
    to: v.optional(instant),
    ...pageParameters,
  }),
  responses: { 200: v.object({ results: v.array(toldEntrySchema), nextPageToken: v.optional(v.string()) }) },
  errors: ['invalid_input', 'invalid_page_token'],
  async preload({ table, path, query, principalId, nowMs }) {
    const page = await pageRequest('listAuditLog', { ...query, ...path }, principalId, nowMs)
    if (isRefusal(page)) return page
    return { page, outboxEntries: await outboxEntriesOfPage(table, { orgId: path.orgId, filters: query, page }) }
  },
  async handle({ access, query, clock, table, preloaded }) {
    if (isRefusal(preloaded)) return preloaded
    const { page, outboxEntries } = preloaded
    const search = { orgId: access.orgId, filters: query, page }
    const found = await auditEntries(table, search, access.memberships, outboxEntries)
    return reply(200, await pageOf(found, page, clock(), toldEntry))
  },
})
