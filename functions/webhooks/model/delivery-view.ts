import * as v from 'valibot'
import { envelopeSchema } from '../../../events/envelope.ts'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { attemptSchema, type Delivery, deliveryStatuses } from './delivery.ts'
import type { Webhook } from './webhook.ts'

const told = {
  id: v.pipe(uuid, v.description('Told to the receiver as X-SVC-Delivery-Id.')),
  subscriptionId: uuid,
  eventId: uuid,
  eventType: v.string(),
  orgId: uuid,
  status: v.pipe(
    v.picklist(deliveryStatuses),
    v.description('pending: not attempted yet; retrying: it failed and is attempted again; dead: all attempts failed.'),
  ),
  attemptCount: v.pipe(v.number(), v.description('Attempts since it was made, or since it was last replayed.')),
  nextAttemptAt: v.pipe(
    v.nullable(timestampSchema),
    v.description('Null while the subscription is disabled, and at the end.'),
  ),
  createdAt: timestampSchema,
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
    payload: v.pipe(envelopeSchema, v.description('The JSON that is posted.')),
    attempts: v.pipe(
      v.array(v.pipe(attemptSchema, v.title('DeliveryAttempt'))),
      v.description('The oldest first; of a replayed delivery those before it as well, 18 at most.'),
    ),
  }),
  v.title('DeliveryWithAttempts'),
)

export function toDelivery(delivery: Delivery, { status }: Webhook): v.InferOutput<typeof deliveryView> {
  const { id, webhookId: subscriptionId, eventId, eventType, orgId, attemptCount, nextAttemptAt } = delivery
  const { createdAt, completedAt, lastResponseCode } = delivery
  const waits = status === 'disabled' && eventType !== 'webhook.test'
  return {
    ...{ id, subscriptionId, eventId, eventType, orgId, status: delivery.status, attemptCount },
    ...{ nextAttemptAt: waits ? null : nextAttemptAt, createdAt, completedAt, lastResponseCode },
  }
}

export function toDeliveryInFull(delivery: Delivery, webhook: Webhook): v.InferOutput<typeof deliveryInFull> {
  const payload = v.parse(envelopeSchema, JSON.parse(delivery.payload))
  return { ...toDelivery(delivery, webhook), payload, attempts: delivery.attempts }
}
