import * as v from 'valibot'
import { isRefusal } from '../../shared/errors/refusal.ts'
import { operation } from '../../shared/http/operation.ts'
import { pageOf, pageRequest } from '../../shared/http/page.ts'
import { reply } from '../../shared/http/reply.ts'
import { instant, line, pageParameters, uuid } from '../../shared/http/values.ts'
import { isUuid } from '../../shared/ids.ts'
import { deliveryStatuses } from '../../shared/webhooks/delivery.ts'
import { namedWebhooks } from '../../shared/webhooks/webhook.ts'
import { deliveryView, toDelivery } from './delivery-view.ts'
import { foundDeliveries } from './found-deliveries.ts'

export const listDeliveries = operation({
  id: 'listDeliveries',
  method: 'GET',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/deliveries',
  tag: 'Webhooks',
  summary: 'List the deliveries of a subscription',
  description:
    'The newest event first, of 30 days. A page may hold fewer results than asked for while there are more: go on for as long as nextPageToken is given.',
  access: { to: 'integration', resource: namedWebhooks, permission: 'integrations.manage' },
  query: v.object({
    status: v.optional(v.picklist(deliveryStatuses)),
    eventType: v.optional(line(100)),
    eventId: v.optional(uuid),
    from: v.optional(v.pipe(instant, v.description('Of events that happened then or later.'))),
    to: v.optional(v.pipe(instant, v.description('Of events that happened then or earlier.'))),
    ...pageParameters,
  }),
  responses: { 200: v.object({ results: v.array(deliveryView), nextPageToken: v.optional(v.string()) }) },
  errors: ['invalid_input', 'invalid_page_token'],
  async reads({ table, path, query, principalId, nowMs }) {
    const page = pageRequest({ ...query, ...path }, principalId, nowMs)
    if (isRefusal(page) || !isUuid(path.webhookId)) return null
    return await foundDeliveries(table, path.webhookId.toLowerCase(), query, page)
  },
  async handle({ resource: { webhook }, path, query, principal, early, table, clock }) {
    const nowMs = clock()
    const page = pageRequest({ ...query, ...path }, principal.id, nowMs)
    if (isRefusal(page)) return page
    const found = early ?? (await foundDeliveries(table, webhook.id, query, page))
    return reply(
      200,
      pageOf(found, page, nowMs, (delivery) => toDelivery(delivery, webhook)),
    )
  },
})
