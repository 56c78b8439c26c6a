import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { readPermissionsOnAll } from '../../events/read-rights.ts'
import { deliveries, isTest } from '../model/delivery.ts'
import { replayed } from '../model/delivery-transitions.ts'
import { deliveryView, toDelivery } from '../model/delivery-view.ts'
import { nextAttemptOf } from '../model/dispatch.ts'
import { deliveryAt, noDelivery } from '../model/named-delivery.ts'
import { subscriptionDisabled } from '../model/replay-request.ts'
import { countReplay } from '../model/request-limits.ts'
import { namedWebhooks } from '../model/webhook.ts'
import { unreadableRefusal } from '../model/webhook-input.ts'

export const replayDelivery = operation({
  id: 'replayDelivery',
  method: 'POST',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
  tag: 'Webhooks',
  summary: 'Replay a delivery',
  description:
    'Delivers the same event again at once, whatever the status of the delivery, with all nine attempts (a test with one). You must be allowed to read events of its type on the whole organization. At most 60 a minute for a subscription.',
  access: { to: 'peopleOnlyResource', resource: namedWebhooks, permission: 'integrations.manage' },
  responses: { 202: deliveryView },
  errors: ['not_found', 'forbidden', 'invalid_input', 'rate_limited'],
  preload: ({ table, path }) => deliveryAt(table, path),
  async handle({ access, resource: { webhook }, preloaded: delivery, work, clock }) {
    if (!delivery) return noDelivery
    const unreadable = isTest(delivery) ? null : unreadableRefusal([delivery.eventType], readPermissionsOnAll(access))
    if (unreadable) return unreadable
    if (webhook.status === 'disabled' && !isTest(delivery)) return subscriptionDisabled
    const nowMs = clock()
    countReplay(work, webhook.id, nowMs)
    const after = replayed(delivery, nowMs)
    work.update(deliveries, delivery, after)
    work.enqueue(
      { type: 'webhook.delivery_due', data: nextAttemptOf(after) },
      { orgId: access.orgId, livemode: webhook.livemode },
    )
    return reply(202, toDelivery(after, webhook))
  },
})
