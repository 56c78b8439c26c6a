import * as v from 'valibot'
import { apiVersion, type Envelope } from '../../events/envelope.ts'
import { timestamp } from '../../shared/clock.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { deliveries } from '../../shared/webhooks/delivery.ts'
import { newDelivery } from '../../shared/webhooks/delivery-transitions.ts'
import { nextAttemptOf } from '../../shared/webhooks/dispatch.ts'
import { namedWebhooks } from '../../shared/webhooks/webhook.ts'

const uuid = v.pipe(v.string(), v.uuid())

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'POST',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/test',
  tag: 'Webhooks',
  summary: 'Send a test event to a subscription',
  description:
    'A webhook.test event is posted at once, also while the subscription is disabled. Its failures do not count against the subscription.',
  access: { to: 'integration', resource: namedWebhooks, permission: 'integrations.manage' },
  responses: { 202: v.object({ deliveryId: uuid, eventId: uuid }) },
  errors: [],
  async handle({ access: { orgId }, resource: { webhook }, work, clock, ids }) {
    const nowMs = clock()
    const { id: subscriptionId, providerId, livemode } = webhook
    const envelope: Envelope = {
      ...{ id: ids(nowMs), type: 'webhook.test', apiVersion, createdAt: timestamp(nowMs), providerId, orgId, livemode },
      data: { message: 'A test of this subscription. Nothing has happened.', subscriptionId },
    }
    const delivery = newDelivery(webhook, envelope, nowMs)
    work.create(deliveries, delivery)
    work.tell({ type: 'webhook.delivery_due', data: nextAttemptOf(delivery) }, { orgId, livemode })
    return reply(202, { deliveryId: delivery.id, eventId: envelope.id })
  },
})
