import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { type Delivery, deliveries, deliveryKey } from '../../webhooks/model/delivery.ts'
import { deliveryInFull, toDeliveryInFull } from '../../webhooks/model/delivery-view.ts'
import { readMayListen } from '../../webhooks/model/listening-right.ts'
import { noDelivery } from '../../webhooks/model/named-delivery.ts'
import { subscriptionsIn, webhookKey } from '../../webhooks/model/webhook.ts'
import { applicationOf } from './application.ts'
import { noWebhook } from './own-webhook.ts'

export const getOwnDelivery = operation({
  id: 'getOwnDelivery',
  method: 'GET',
  path: '/v1/provisioning/webhooks/{webhookId}/deliveries/{deliveryId}',
  tag: 'Provisioning',
  summary: 'Read a delivery',
  description: 'Returns the posted event, each attempt, and the beginning of the receiver’s answer.',
  access: { to: 'principal', applicationsOnly: true, scope: 'events:read' },
  responses: { 200: deliveryInFull },
  errors: ['not_found'],
  preload: ({ readItems, path, principalId }) => readNamed(readItems, principalId, path),
  async handle({ principal, preloaded: { subscription, delivery }, table }) {
    const { id } = applicationOf(principal)
    if (!subscription) return noWebhook
    const mayRead = delivery !== null && (isToldAnyway(delivery) || (await readMayListen(table, id, delivery.orgId)))
    return mayRead ? reply(200, toDeliveryInFull(delivery, subscription.webhook, true)) : noDelivery
  },
})

/** Whether nobody keeps it from the application: it has got it, or is to get it whoever lets it in. */
const isToldAnyway = ({ attempts, eventType }: Delivery) => attempts.length > 0 || eventType === 'webhook.test'

/** The application's subscription and the delivery that the path names. */
async function readNamed(
  readItems: BatchLoader,
  applicationId: string,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
) {
  const items = await readItems([
    webhookKey({ orgId: null, applicationId }, webhookId),
    deliveryKey(webhookId, deliveryId),
  ])
  return { subscription: subscriptionsIn(items)[0] ?? null, delivery: recordsOf(deliveries, items)[0] ?? null }
}
