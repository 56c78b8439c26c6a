import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { quotaView } from '../../../shared/store/quota-view.ts'
import { quotaMetrics } from '../../../shared/store/settings.ts'
import { namedOrganizations } from '../model/tree/named-organizations.ts'
import { clientsIn, monthsIn, quotasNow, readUsage } from '../model/usage.ts'

const usageView = v.pipe(
  v.object({
    orgId: uuid,
    quotas: v.pipe(
      v.array(v.object({ ...quotaView.pipe[0].entries, entityId: v.nullable(uuid) })),
      v.description('Those of the organization, and of the entities that have their own.'),
    ),
    months: v.pipe(
      v.array(v.object({ month: v.string(), metric: v.picklist(quotaMetrics), used: v.number() })),
      v.description('The use of the whole organization by UTC month, newest first, for about a year.'),
    ),
    clients: v.pipe(
      v.array(
        v.object({
          clientId: v.string(),
          name: v.string(),
          requests: v.number(),
          refusedRequests: v.pipe(
            v.number(),
            v.description('Those over the rate limit, and those of a revoked or expired key or from another address.'),
          ),
          lastUsedAt: v.nullable(v.string()),
        }),
      ),
      v.description('The API keys of the organization, newest first, with their requests since they were created.'),
    ),
  }),
  v.title('Usage'),
)

export const getUsage = operation({
  id: 'getUsage',
  method: 'GET',
  path: '/v1/orgs/{orgId}/usage',
  tag: 'Settings',
  summary: 'Read quotas, use by month, and requests by API key',
  access: { to: 'node', resource: namedOrganizations, permission: 'settings.manage', scope: 'usage:read' },
  responses: { 200: usageView },
  errors: [],
  preload: ({ table, readItems, path, nowMs }) => readUsage({ table, readItems }, path.orgId, nowMs),
  async handle({ access, preloaded: usage, clock }) {
    const { orgId } = access.place
    return reply(200, {
      orgId,
      quotas: quotasNow(usage, { orgId, livemode: access.livemode }, clock()),
      months: monthsIn(usage),
      clients: clientsIn(usage),
    })
  },
})
