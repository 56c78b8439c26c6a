import { maxAttempts } from '../../../events/delivery-schedule.ts'
import { type Envelope, serializedEnvelope } from '../../../events/envelope.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { type Attempt, type Delivery, deliveryIdOf, isTest, retryDelaysSec } from './delivery.ts'
import type { Webhook } from './webhook.ts'

/** Of two budgets; older ones are let go. */
const attemptsKept = 2 * maxAttempts

/** A new delivery of an event to a subscription. Its first attempt is due at once. */
export function newDelivery(
  { id: webhookId, orgId: ownerOrgId, applicationId }: Webhook,
  envelope: Envelope,
  nowMs: number,
): Delivery {
  const { id: eventId, type: eventType, orgId, livemode } = envelope
  const at = timestamp(nowMs)
  return {
    id: deliveryIdOf(eventId, webhookId),
    webhookId,
    ownerOrgId,
    applicationId,
    orgId,
    livemode,
    eventId,
    eventType,
    status: 'pending',
    attemptCount: 0,
    budget: 1,
    nextAttemptAt: at,
    createdAt: at,
    resumptions: null,
    isGuarded: null,
    replayedAt: null,
    completedAt: null,
    lastResponseCode: null,
    payload: serializedEnvelope(envelope),
    attempts: [],
    version: 1,
  }
}

/** A new delivery whose first attempt is covered by a guard written before. */
export function guarded(delivery: Delivery): Delivery {
  return { ...delivery, isGuarded: true }
}

/** A delivery after its next attempt: done, waiting for a retry, or dead. A test is tried once. */
export function attempted(delivery: Delivery, outcome: Omit<Attempt, 'number'>, nowMs: number): Delivery {
  const number = delivery.attemptCount + 1
  const attempts = [...delivery.attempts, { number, ...outcome }].slice(-attemptsKept)
  const counted = { ...changed(delivery), attempts, attemptCount: number, lastResponseCode: outcome.responseCode }
  if (outcome.error === null) return { ...counted, ...ended('succeeded', nowMs) }
  const delaySec = isTest(delivery) ? undefined : retryDelaysSec(delivery)[number - 1]
  if (delaySec === undefined) return { ...counted, ...ended('dead', nowMs) }
  return { ...counted, status: 'retrying', nextAttemptAt: timestamp(nowMs + 1000 * delaySec) }
}

/** Waits until its subscription is enabled. */
export function parked(delivery: Delivery): Delivery {
  return { ...changed(delivery), nextAttemptAt: null }
}

/** Continues now with its remaining attempts, and replaces a waiting retry. */
export function resumed(delivery: Delivery, nowMs: number): Delivery {
  const resumptions = (delivery.resumptions ?? 0) + 1
  return { ...changed(delivery), resumptions, nextAttemptAt: timestamp(nowMs) }
}

/** The subscription was deleted, or may no longer receive the event. */
export function canceled(delivery: Delivery, nowMs: number): Delivery {
  return { ...changed(delivery), ...ended('canceled', nowMs) }
}

/** Replayed: all attempts are available again, whatever its status. */
export function replayed(delivery: Delivery, nowMs: number): Delivery {
  const at = timestamp(nowMs)
  const again = { attemptCount: 0, budget: delivery.budget + 1, nextAttemptAt: at, replayedAt: at, completedAt: null }
  return { ...changed(delivery), ...again, status: 'pending' }
}

/** Only what is as it was made is guarded. */
function changed(delivery: Delivery): Delivery {
  return { ...delivery, isGuarded: null, version: delivery.version + 1 }
}

function ended(status: 'succeeded' | 'dead' | 'canceled', nowMs: number) {
  return { status, completedAt: timestamp(nowMs), nextAttemptAt: null }
}
