import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { deliveryInFull, toDeliveryInFull } from '../../shared/webhooks/delivery-view.ts'
import { deliveryAt, noDelivery } from '../../shared/webhooks/named-delivery.ts'
import { applicationOf } from './application.ts'
import { noWebhook, ownWebhook } from './own-webhook.ts'

export const getOwnDelivery = operation({
  id: 'getOwnDelivery',
  method: 'GET',
  path: '/v1/provisioning/webhooks/{webhookId}/deliveries/{deliveryId}',
  tag: 'Provisioning',
  summary: 'Read a delivery',
  description: 'With what is posted, each attempt, and the start of what the receiver answered.',
  access: { to: 'principal', applicationsOnly: true, scope: 'events:read' },
  responses: { 200: deliveryInFull },
  errors: ['not_found'],
  reads: ({ table, path, principalId }) =>
    Promise.all([ownWebhook(table, principalId, path.webhookId), deliveryAt(table, path)]),
  async handle({ path, principal, early, table }) {
    const read = () =>
      Promise.all([ownWebhook(table, applicationOf(principal).id, path.webhookId), deliveryAt(table, path)])
    const [subscription, delivery] = early ?? (await read())
    if (!subscription) return noWebhook
    return delivery ? reply(200, toDeliveryInFull(delivery, subscription.webhook)) : noDelivery
  },
})
