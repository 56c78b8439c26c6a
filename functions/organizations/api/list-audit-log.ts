import * as v from 'valibot'
import { toldEntry } from '../../../shared/audit/told-entry.ts'
import { toldEntrySchema } from '../../../shared/audit/told-entry-schema.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { pageOf, pageRequest } from '../../../shared/http/page.ts'
import { reply } from '../../../shared/http/reply.ts'
import { instant, line, pageParameters } from '../../../shared/http/values.ts'
import { isUuid, uuid } from '../../../shared/platform/ids.ts'
import { auditEntries, earlyOutboxEntries } from './audit-entries.ts'

export const listAuditLog = operation({
  id: 'listAuditLog',
  method: 'GET',
  path: '/v1/orgs/{orgId}/audit-log',
  tag: 'Structure',
  summary: 'Read the audit log of an organization, newest first',
  description:
    'Who did what, kept for three years: of the whole organization, or of the nodes where you may read it. A page may hold fewer results than asked for while there are more: go on for as long as nextPageToken is given.',
  access: { to: 'organization', permission: 'audit.read', scope: 'audit:read' },
  query: v.object({
    actorId: v.optional(uuid),
    action: v.optional(v.pipe(line(80), v.description('How the action starts, such as member.'))),
    targetId: v.optional(line(100)),
    nodeId: v.optional(uuid),
    from: v.optional(instant),
    to: v.optional(instant),
    ...pageParameters,
  }),
  responses: { 200: v.object({ results: v.array(toldEntrySchema), nextPageToken: v.optional(v.string()) }) },
  errors: ['invalid_input', 'invalid_page_token'],
  async reads({ table, path, query, principalId, nowMs }) {
    const page = pageRequest('listAuditLog', { ...query, ...path }, principalId, nowMs)
    if (isRefusal(page) || !isUuid(path.orgId)) return null
    return await earlyOutboxEntries(table, { orgId: path.orgId.toLowerCase(), filters: query, page })
  },
  async handle({ access, path, query, principal, clock, table, early }) {
    const nowMs = clock()
    const page = pageRequest('listAuditLog', { ...query, ...path }, principal.id, nowMs)
    if (isRefusal(page)) return page
    const search = { orgId: access.orgId, filters: query, page }
    return reply(200, pageOf(await auditEntries(table, search, access.memberships, early), page, nowMs, toldEntry))
  },
})
