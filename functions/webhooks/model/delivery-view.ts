import * as v from 'valibot'
import { envelopeSchema } from '../../../events/envelope.ts'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { attemptSchema, type Delivery, deliveryStatuses } from './delivery.ts'
import type { Webhook } from './webhook.ts'

const told = {
  id: v.pipe(uuid, v.description('Sent to the receiver as X-SVC-Delivery-Id.')),
  subscriptionId: uuid,
  eventId: uuid,
  eventType: v.string(),
  orgId: uuid,
  status: v.pipe(
    v.picklist(deliveryStatuses),
    v.description(
      'pending: not attempted yet. retrying: an attempt failed and another follows. dead: all attempts failed; a test has one.',
    ),
  ),
  attemptCount: v.pipe(
    v.number(),
    v.description('The number of attempts since the delivery was created or last replayed.'),
  ),
  nextAttemptAt: v.pipe(
    v.nullable(timestampSchema),
    v.description('Null while the subscription is disabled and when no attempt follows.'),
  ),
  createdAt: v.pipe(
    timestampSchema,
    v.description('Seconds after the event, or when a replay delivered an event that had been missed.'),
  ),
  completedAt: v.nullable(timestampSchema),
  lastResponseCode: v.nullable(v.number()),
}

/** A delivery as the log lists it. */
export const deliveryView = v.pipe(v.object(told), v.title('Delivery'))

/** A page of the log. */
export const deliveryPage = v.object({ results: v.array(deliveryView), nextPageToken: v.optional(v.string()) })

/** A delivery with what was sent and what came of it. */
export const deliveryInFull = v.pipe(
  v.object({
    ...told,
    payload: v.pipe(
      v.nullable(envelopeSchema),
      v.description('The posted JSON. Null if you may not read events of its type on the whole organization.'),
    ),
    attempts: v.pipe(
      v.array(v.pipe(attemptSchema, v.title('DeliveryAttempt'))),
      v.description('Oldest first, at most 18. A replayed delivery includes the attempts before the replay.'),
    ),
  }),
  v.title('DeliveryWithAttempts'),
)

export function toDelivery(delivery: Delivery, { status }: Webhook): v.InferOutput<typeof deliveryView> {
  const { id, webhookId: subscriptionId, eventId, eventType, orgId, attemptCount, nextAttemptAt } = delivery
  const { createdAt, completedAt, lastResponseCode } = delivery
  const waits = status === 'disabled' && eventType !== 'webhook.test'
  return {
    id,
    subscriptionId,
    eventId,
    eventType,
    orgId,
    status: delivery.status,
    attemptCount,
    nextAttemptAt: waits ? null : nextAttemptAt,
    createdAt,
    completedAt,
    lastResponseCode,
  }
}

/** `isReadable`: whether the caller may read events of its type. */
export function toDeliveryInFull(
  delivery: Delivery,
  webhook: Webhook,
  isReadable: boolean,
): v.InferOutput<typeof deliveryInFull> {
  const payload = isReadable ? v.parse(envelopeSchema, JSON.parse(delivery.payload)) : null
  return { ...toDelivery(delivery, webhook), payload, attempts: delivery.attempts }
}
