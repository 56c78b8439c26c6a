import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { mayReadType, readPermissionsOnAll } from '../../events/read-rights.ts'
import { deliveryInFull, toDeliveryInFull } from '../model/delivery-view.ts'
import { deliveryAt, noDelivery } from '../model/named-delivery.ts'
import { namedWebhooks } from '../model/webhook.ts'

export const getDelivery = operation({
  id: 'getDelivery',
  method: 'GET',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}',
  tag: 'Webhooks',
  summary: 'Get a delivery',
  description: 'Returns the posted payload, every attempt, and the start of each response of the receiver.',
  access: { to: 'peopleOnlyResource', resource: namedWebhooks, permission: 'integrations.manage' },
  responses: { 200: deliveryInFull },
  errors: ['not_found'],
  preload: ({ table, path }) => deliveryAt(table, path),
  async handle({ access, resource: { webhook }, preloaded: delivery }) {
    if (!delivery) return noDelivery
    const { eventType } = delivery
    const isReadable = eventType === 'webhook.test' || mayReadType(readPermissionsOnAll(access), eventType)
    return reply(200, toDeliveryInFull(delivery, webhook, isReadable))
  },
})
