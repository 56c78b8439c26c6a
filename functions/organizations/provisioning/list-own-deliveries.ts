import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { pageOf, pageRequest } from '../../../shared/http/page.ts'
import { reply } from '../../../shared/http/reply.ts'
import { deliveryQuery } from '../../webhooks/model/delivery-query.ts'
import { deliveryPage, toDelivery } from '../../webhooks/model/delivery-view.ts'
import { foundDeliveries } from '../../webhooks/model/found-deliveries.ts'
import { noWebhook, ownWebhook } from './own-webhook.ts'

export const listOwnDeliveries = operation({
  id: 'listOwnDeliveries',
  method: 'GET',
  path: '/v1/provisioning/webhooks/{webhookId}/deliveries',
  tag: 'Provisioning',
  summary: 'List the deliveries of a subscription',
  description:
    'Returns the deliveries of the last 30 days, newest first by `createdAt`. Past deliveries stay in the list when an ' +
    'organization revokes its grant. A page can hold fewer results than requested although more follow: ' +
    'continue while the answer has a nextPageToken.',
  access: { to: 'principal', applicationsOnly: true, scope: 'events:read' },
  query: deliveryQuery,
  responses: { 200: deliveryPage },
  errors: ['not_found', 'invalid_input', 'invalid_page_token'],
  async preload({ table, path, query, principalId, nowMs }) {
    const page = await pageRequest('listOwnDeliveries', { ...query, ...path }, principalId, nowMs)
    const [subscription, found] = await Promise.all([
      ownWebhook(table, principalId, path.webhookId),
      isRefusal(page) ? page : foundDeliveries(table, path.webhookId, query, page),
    ])
    return { subscription, page, found }
  },
  async handle({ preloaded: { subscription, page, found }, clock }) {
    if (!subscription) return noWebhook
    if (isRefusal(page)) return page
    if (isRefusal(found)) return found
    const { webhook } = subscription
    return reply(200, await pageOf(found, page, clock(), (delivery) => toDelivery(delivery, webhook)))
  },
})
