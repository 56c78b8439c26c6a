import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { pageOf, pageRequest } from '../../../shared/http/page.ts'
import { reply } from '../../../shared/http/reply.ts'
import { deliveryQuery } from '../model/delivery-query.ts'
import { deliveryPage, toDelivery } from '../model/delivery-view.ts'
import { foundDeliveries } from '../model/found-deliveries.ts'
import { namedWebhooks } from '../model/webhook.ts'

export const listDeliveries = operation({
  id: 'listDeliveries',
  method: 'GET',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/deliveries',
  tag: 'Webhooks',
  summary: 'List the deliveries of a webhook subscription',
  description:
    'Lists deliveries of the last 30 days, newest first by `createdAt`. A missed event that was replayed stands where the replay created its delivery. A filtered page can be short, and even empty after 1,000 entries that do not match; continue until the answer has no nextPageToken.',
  access: { to: 'peopleOnlyResource', resource: namedWebhooks, permission: 'integrations.manage' },
  query: deliveryQuery,
  responses: { 200: deliveryPage },
  errors: ['invalid_input', 'invalid_page_token'],
  async preload({ table, path, query, principalId, nowMs }) {
    const page = await pageRequest('listDeliveries', { ...query, ...path }, principalId, nowMs)
    if (isRefusal(page)) return page
    return { page, found: await foundDeliveries(table, path.webhookId, query, page) }
  },
  async handle({ resource: { webhook }, preloaded, clock }) {
    if (isRefusal(preloaded)) return preloaded
    const { page, found } = preloaded
    return reply(200, await pageOf(found, page, clock(), (delivery) => toDelivery(delivery, webhook)))
  },
})
