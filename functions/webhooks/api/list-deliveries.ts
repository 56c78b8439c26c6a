import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { pageOf, pageRequest } from '../../../shared/http/page.ts'
import { reply } from '../../../shared/http/reply.ts'
import { isUuid } from '../../../shared/platform/ids.ts'
import { deliveryQuery } from '../model/delivery-query.ts'
import { deliveryPage, toDelivery } from '../model/delivery-view.ts'
import { foundDeliveries } from '../model/found-deliveries.ts'
import { namedWebhooks } from '../model/webhook.ts'

export const listDeliveries = operation({
  id: 'listDeliveries',
  method: 'GET',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/deliveries',
  tag: 'Webhooks',
  summary: 'List the deliveries of a subscription',
  description:
    'The newest event first, of 30 days. A page may hold fewer results than asked for while there are more: go on for as long as nextPageToken is given.',
  access: { to: 'peopleOnlyResource', resource: namedWebhooks, permission: 'integrations.manage' },
  query: deliveryQuery,
  responses: { 200: deliveryPage },
  errors: ['invalid_input', 'invalid_page_token'],
  async reads({ table, path, query, principalId, nowMs }) {
    const page = pageRequest('listDeliveries', { ...query, ...path }, principalId, nowMs)
    if (isRefusal(page) || !isUuid(path.webhookId)) return null
    return await foundDeliveries(table, path.webhookId.toLowerCase(), query, page)
  },
  async handle({ resource: { webhook }, path, query, principal, early, table, clock }) {
    const nowMs = clock()
    const page = pageRequest('listDeliveries', { ...query, ...path }, principal.id, nowMs)
    if (isRefusal(page)) return page
    const found = early ?? (await foundDeliveries(table, webhook.id, query, page))
    return reply(
      200,
      pageOf(found, page, nowMs, (delivery) => toDelivery(delivery, webhook)),
    )
  },
})
