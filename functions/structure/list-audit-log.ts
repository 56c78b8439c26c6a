import * as v from 'valibot'
import { isRefusal } from '../../shared/errors/refusal.ts'
import { operation } from '../../shared/http/operation.ts'
import { pageOf, pageRequest } from '../../shared/http/page.ts'
import { reply } from '../../shared/http/reply.ts'
import { instant, line, pageParameters, uuid } from '../../shared/http/values.ts'
import { isUuid } from '../../shared/ids.ts'
import { type AuditRecord, actorTypes, auditActions } from '../../shared/store/audit.ts'
import { auditEntries, earlyJournals } from './audit-entries.ts'

const auditEntryView = v.pipe(
  v.object({
    id: uuid,
    orgId: uuid,
    at: v.string(),
    actor: v.object({
      type: v.picklist(actorTypes),
      id: v.nullable(v.string()),
      name: v.string(),
      onBehalfOf: v.nullable(v.object({ userId: v.string(), name: v.string() })),
    }),
    action: v.picklist(auditActions),
    target: v.object({ type: v.string(), id: v.string(), label: v.nullable(v.string()) }),
    nodeId: v.nullable(v.string()),
    changes: v.array(v.object({ field: v.string(), from: v.unknown(), to: v.unknown() })),
    ip: v.nullable(v.string()),
    userAgent: v.nullable(v.string()),
    requestId: v.string(),
    livemode: v.boolean(),
  }),
  v.title('AuditEntry'),
)

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
  responses: { 200: v.object({ results: v.array(auditEntryView), nextPageToken: v.optional(v.string()) }) },
  errors: ['invalid_input', 'invalid_page_token'],
  async reads({ table, path, query, principalId, nowMs }) {
    const page = pageRequest({ ...query, ...path }, principalId, nowMs)
    if (isRefusal(page) || !isUuid(path.orgId)) return null
    return await earlyJournals(table, { orgId: path.orgId.toLowerCase(), filters: query, page })
  },
  async handle({ access, path, query, principal, clock, table, early }) {
    const nowMs = clock()
    const page = pageRequest({ ...query, ...path }, principal.id, nowMs)
    if (isRefusal(page)) return page
    const search = { orgId: access.orgId, filters: query, page }
    return reply(200, pageOf(await auditEntries(table, search, access.memberships, early), page, nowMs, toAuditEntry))
  },
})

function toAuditEntry({ actor, changes, ...entry }: AuditRecord): v.InferOutput<typeof auditEntryView> {
  // A field that had nothing, or has nothing any more, tells so.
  const told = changes.map(({ field, from, to }) => ({ field, from: from ?? null, to: to ?? null }))
  const { onBehalfOf = null } = actor
  return { ...entry, actor: { ...actor, onBehalfOf }, changes: told }
}
