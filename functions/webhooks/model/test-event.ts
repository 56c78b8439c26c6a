import { apiVersion, type Envelope } from '../../../events/envelope.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import type { Ids } from '../../../shared/platform/ids.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { deliveries } from './delivery.ts'
import { newDelivery } from './delivery-transitions.ts'
import { nextAttemptOf } from './dispatch.ts'
import type { Webhook } from './webhook.ts'

/**
 * Sends a test event to a subscription, also to one that is disabled. That of an application is of no organization, and names
 * its provider in the place of one.
 */
export function sendTest(
  work: UnitOfWork,
  webhook: Webhook,
  { ids, nowMs }: { readonly ids: Ids; readonly nowMs: number },
): { deliveryId: string; eventId: string } {
  const { id: subscriptionId, providerId, livemode } = webhook
  const orgId = webhook.orgId ?? providerId
  const envelope: Envelope = {
    id: ids(nowMs),
    type: 'webhook.test',
    apiVersion,
    createdAt: timestamp(nowMs),
    providerId,
    orgId,
    livemode,
    data: { message: 'This is a test of the webhook subscription. Nothing has happened.', subscriptionId },
  }
  const delivery = newDelivery(webhook, envelope, nowMs)
  work.create(deliveries, delivery)
  work.enqueue({ type: 'webhook.delivery_due', data: nextAttemptOf(delivery) }, { orgId, livemode })
  return { deliveryId: delivery.id, eventId: envelope.id }
}
