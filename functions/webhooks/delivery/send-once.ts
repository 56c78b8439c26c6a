import { webhookHeaders } from '../../../events/webhook-signature.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { logError } from '../../../shared/platform/log.ts'
import { secretRing } from '../../../shared/platform/secret-settings.ts'
import type { Attempt, Delivery } from '../model/delivery.ts'
import { markSlow, standingOf } from '../model/health.ts'
import { type Subscription, type Webhook, webhooks } from '../model/webhook.ts'
import { secretsInUse } from '../model/webhook-secret.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import { postWebhook } from './post.ts'
import { freeSlot, takeSlot } from './slots.ts'

export type Outcome = Omit<Attempt, 'number'>

/** Sends the event. Null: it was not sent, because the subscription may keep others waiting or has no free slot. */
export async function sendOnce(
  dependencies: DeliveryDependencies,
  delivery: Delivery,
  { webhook, health, isAlone }: Subscription & { readonly isAlone: boolean },
): Promise<Outcome | null> {
  const { table, clock, random } = dependencies
  if (standingOf(health, clock()) === 'prompt') return await post(dependencies, delivery, webhook)
  if (!isAlone) return null
  const slot = await takeSlot(table, webhook.id, { nowMs: clock(), random })
  if (!slot) return null
  try {
    return await post(dependencies, delivery, webhook)
  } finally {
    await freeSlot(table, slot).catch((error) => logError('a slot stays taken', error, { webhookId: webhook.id }))
  }
}

/** A subscriber that takes longer keeps others waiting; from then on it has the queue for slow ones. */
const slowAfterMs = 1_000

async function post(dependencies: DeliveryDependencies, delivery: Delivery, webhook: Webhook): Promise<Outcome> {
  const { table, clock, isLocalAllowed } = dependencies
  const nowMs = clock()
  const { id: deliveryId, eventId, eventType, livemode, payload } = delivery
  const body = Buffer.from(payload)
  const headers = webhookHeaders({
    envelope: { id: eventId, type: eventType, livemode },
    deliveryId,
    rawBody: body,
    secrets: secretsInUse(webhook, nowMs, await secretRing('WEBHOOK_SECRET_KEYS')),
    timestampSec: Math.floor(nowMs / 1000),
  })
  const key = webhooks.key(webhook)
  const slow = setTimeout(() => {
    markSlow(table, key, clock()).catch((error) => logError('a subscription cannot be marked', error))
  }, slowAfterMs)
  try {
    const outcome = await postWebhook({ url: webhook.url, headers, body, isLocalAllowed })
    return { at: timestamp(nowMs), ...outcome }
  } finally {
    clearTimeout(slow)
  }
}
