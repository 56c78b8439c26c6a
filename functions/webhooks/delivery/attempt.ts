import type { TransactWriteItem } from '@aws-sdk/client-dynamodb'
import { webhookHeaders } from '../../../events/webhook-signature.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { logError } from '../../../shared/platform/log.ts'
import { marshalled } from '../../../shared/store/attributes.ts'
import { pauseBeforeNextDecision } from '../../../shared/store/commit.ts'
import { type Attempt, type Delivery, isEnded, readDelivery } from '../model/delivery.ts'
import { attempted, canceled, parked } from '../model/delivery-transitions.ts'
import { type AttemptDue, dispatchAll, nextAttemptOf } from '../model/dispatch.ts'
import { countFailure, type Health, isSuccessToNote, markSlow, standingOf } from '../model/health.ts'
import { changeDelivery } from '../model/keep-delivery.ts'
import { readMayListen } from '../model/listening-right.ts'
import { type Subscription, type Webhook, webhooks } from '../model/webhook.ts'
import { secretsInUse } from '../model/webhook-secret.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import { forgetFailures, judgeHealth, noteSuccess } from './judge-health.ts'
import { postWebhook } from './post.ts'
import { freeSlot, takeSlot } from './slots.ts'
import { type ReadSubscription, subscriptionFrom } from './subscription-reader.ts'

type Outcome = Omit<Attempt, 'number'>

interface Attempting {
  /** Whether the attempt is not made where the delivery has been brought forward meanwhile, and somebody else goes on with it. */
  readonly endsOvertaken: boolean
  /** Nothing else waits until this attempt has ended. */
  readonly isAlone: boolean
  /** How the subscription is read before anything was done; later it is looked at anew. */
  readonly subscriptionAtFirst: ReadSubscription
  /** The same once more, after an attempt. */
  readonly subscriptionAfter: ReadSubscription
}

/**
 * Somebody else may change the delivery meanwhile, such as a replay, or many fail at once, of which each writes to the
 * subscription; so often it is looked at anew.
 */
const rounds = 10

/**
 * Makes an attempt of a delivery, where that is still to be made, and notes what came of it. A message that comes again finds
 * the attempt noted and gives the same result: the attempt that is to follow in its time, or null where nothing follows.
 */
export async function makeAttempt(
  dependencies: DeliveryDependencies,
  due: AttemptDue,
  { isAlone, endsOvertaken, subscriptionAtFirst, subscriptionAfter }: Attempting,
): Promise<AttemptDue | null> {
  let outcome: Outcome | null = null
  for (let round = 0; round < rounds; round++) {
    if (round > 0) await pauseBeforeNextDecision(round)
    const [delivery, subscription] = await Promise.all([
      readDelivery(dependencies.table, due.webhookId, due.deliveryId),
      round === 0 ? subscriptionAtFirst(due) : subscriptionFrom(dependencies.table, due),
    ])
    if (!delivery || isOver(delivery, due)) return null
    if (endsOvertaken && outcome === null && isOvertaken(delivery, due)) return null
    if (delivery.attemptCount === due.attempt) {
      // It was made, and whoever made it may have broken down before anything could follow.
      if (subscription) await judgeHealth(dependencies, subscription.webhook, delivery.id)
      return nextAttemptOf(delivery)
    }
    const isEntitled = outcome !== null || (await isStillEntitled(dependencies, delivery))
    if (subscription === null || !isEntitled) {
      if (await changeDelivery(dependencies.table, delivery, canceled(delivery, dependencies.clock()))) return null
    } else if (subscription.webhook.status === 'disabled' && !isTest(delivery) && outcome === null) {
      if (await park(dependencies, delivery, subscription.webhook)) return null
    } else {
      outcome ??= await triedOnce(dependencies, delivery, { ...subscription, isAlone })
      if (outcome === null) return await putOff(dependencies, due, { ...subscription.health, isAlone })
      const after = attempted(delivery, outcome, dependencies.clock())
      if (await noted(dependencies, { before: delivery, after, subscription, latest: () => subscriptionAfter(due) }))
        return isEnded(after) ? null : nextAttemptOf(after)
    }
  }
  throw new Error(`the delivery ${due.deliveryId} is changed by others all the time`)
}

const isTest = ({ eventType }: Delivery) => eventType === 'webhook.test'

/** What an organization let an application hear it may not hear any more once that has ended, also what failed before. */
async function isStillEntitled({ table }: DeliveryDependencies, delivery: Delivery): Promise<boolean> {
  const { applicationId, orgId } = delivery
  return applicationId === null || isTest(delivery) || (await readMayListen(table, applicationId, orgId))
}

/** Whether nothing follows from a message any more: others have gone on since. */
function isOver(delivery: Delivery, { budget, attempt }: AttemptDue): boolean {
  if (delivery.budget !== budget || isEnded(delivery)) return true
  return delivery.attemptCount !== attempt && delivery.attemptCount !== attempt - 1
}

/** Whether the delivery was brought forward since an attempt of it was asked for. */
function isOvertaken({ resumptions }: Delivery, due: AttemptDue): boolean {
  return (resumptions ?? 0) !== due.resumptions
}

/** Lets a delivery wait for its subscription, if that is disabled at this very moment. */
async function park({ table }: DeliveryDependencies, delivery: Delivery, webhook: Webhook): Promise<boolean> {
  if (delivery.nextAttemptAt === null) return true
  return await changeDelivery(table, delivery, parked(delivery), [whileDisabled(table.name, webhook)])
}

function whileDisabled(TableName: string, webhook: Webhook): TransactWriteItem {
  const condition = {
    ConditionExpression: '#record.#status = :disabled',
    ExpressionAttributeNames: { '#record': 'record', '#status': 'status' },
    ExpressionAttributeValues: { ':disabled': { S: 'disabled' } },
  }
  return { ConditionCheck: { TableName, Key: marshalled(webhooks.key(webhook)), ...condition } }
}

const [soonSec, laterSec] = [1, 5]

/**
 * The attempt comes again where it keeps nobody else waiting. Where all places of its subscription are taken there, in a
 * while: of one that is not known yet in a moment, when it is.
 */
async function putOff(
  { random, clock }: DeliveryDependencies,
  due: AttemptDue,
  { isAlone, ...health }: Health & { readonly isAlone: boolean },
): Promise<null> {
  const later = (sec: number) => sec + Math.floor(random() * (sec + 1))
  if (!isAlone) await dispatchAll([due], { lane: 'slow' })
  else if (standingOf(health, clock()) === 'slow') await dispatchAll([due], { lane: 'slow', delaySec: later(laterSec) })
  else await dispatchAll([due], { lane: 'shared', delaySec: later(soonSec) })
  return null
}

/** Sends the event. Null: it was not sent, since the subscription may keep others waiting, or has enough to do. */
async function triedOnce(
  dependencies: DeliveryDependencies,
  delivery: Delivery,
  { webhook, health, isAlone }: Subscription & { readonly isAlone: boolean },
): Promise<Outcome | null> {
  const { table, clock, random } = dependencies
  if (standingOf(health, clock()) === 'prompt') return await posted(dependencies, delivery, webhook)
  if (!isAlone) return null
  const slot = await takeSlot(table, webhook.id, { nowMs: clock(), random })
  if (!slot) return null
  try {
    return await posted(dependencies, delivery, webhook)
  } finally {
    await freeSlot(table, slot).catch((error) => logError('a slot stays taken', error, { webhookId: webhook.id }))
  }
}

/** A subscriber that has not answered after this long keeps others waiting, and is spared from then on. */
const slowAfterMs = 1_000

async function posted(dependencies: DeliveryDependencies, delivery: Delivery, webhook: Webhook): Promise<Outcome> {
  const { table, clock, isLocalAllowed } = dependencies
  const nowMs = clock()
  const { id: deliveryId, eventId, eventType, livemode, payload } = delivery
  const body = Buffer.from(payload)
  const headers = webhookHeaders({
    envelope: { id: eventId, type: eventType, livemode },
    deliveryId,
    rawBody: body,
    secrets: secretsInUse(webhook, nowMs),
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

interface Noting {
  readonly before: Delivery
  readonly after: Delivery
  readonly subscription: Subscription
  readonly latest: () => Promise<Subscription | null>
}

/**
 * After a success of a subscription that had no failures when it was read: those that were counted meanwhile, of others that were
 * under way, are forgotten as well. Otherwise fifteen among hundreds that were taken would disable it.
 */
async function successNoted(
  dependencies: DeliveryDependencies,
  { subscription, latest }: Noting,
  nowMs: number,
): Promise<void> {
  const { webhook, health } = subscription
  const { health: then } = (await latest()) ?? { health }
  if (then.consecutiveFailures > 0) await forgetFailures(dependencies, webhook, nowMs)
  else if (isSuccessToNote(health, nowMs)) await noteSuccess(dependencies, webhook, nowMs)
}

/**
 * Notes an attempt with the delivery, and a failure with its subscription's health. False: to be decided anew. Failures before
 * a success are forgotten first, in a write of its own: of deliveries that are taken together after a failure each would
 * otherwise write to the subscription in a transaction, which lets only one of them pass at a time. Should the delivery not be
 * noted then, it is sent once more; that its subscriber took it is true all the same.
 */
async function noted(dependencies: DeliveryDependencies, noting: Noting): Promise<boolean> {
  const { table, clock } = dependencies
  const { before, after, subscription } = noting
  const { webhook, health } = subscription
  const counts = !isTest(before)
  const isTaken = after.status === 'succeeded'
  const nowMs = clock()
  const key = webhooks.key(webhook)
  const resets = counts && isTaken && health.consecutiveFailures > 0
  if (resets) await forgetFailures(dependencies, webhook, nowMs)
  const others = counts && !isTaken ? [{ Update: { TableName: table.name, ...countFailure(key, nowMs) } }] : []
  if (!(await changeDelivery(table, before, after, others))) return false
  if (counts && isTaken && !resets) await successNoted(dependencies, noting, nowMs)
  if (counts && !isTaken) await judgeHealth(dependencies, webhook, before.id)
  return true
}
