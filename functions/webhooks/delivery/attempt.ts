import { pauseBeforeNextDecision } from '../../../shared/store/commit.ts'
import type { TransactionItem } from '../../../shared/store/table.ts'
import { type Delivery, isEnded, isTest, readDelivery } from '../model/delivery.ts'
import { attempted, canceled, parked } from '../model/delivery-transitions.ts'
import { type AttemptDue, nextAttemptOf } from '../model/dispatch.ts'
import { changeDelivery } from '../model/keep-delivery.ts'
import { readMayListen } from '../model/listening-right.ts'
import { mayReceive, type Subscription, type Webhook, webhooks } from '../model/webhook.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import { judgeHealth } from './judge-health.ts'
import { postpone } from './postpone.ts'
import { recordOutcome } from './record-outcome.ts'
import { type Outcome, sendOnce } from './send-once.ts'
import { type ReadSubscription, subscriptionFrom } from './subscription-reader.ts'

interface AttemptOptions {
  /** Whether the attempt ends when the delivery was brought forward meanwhile, because somebody else goes on with it. */
  readonly endsOvertaken: boolean
  /** Nothing else waits until this attempt has ended. */
  readonly isAlone: boolean
  /** Reads the subscription for the first round. Later rounds read it anew. */
  readonly subscriptionAtFirst: ReadSubscription
  /** Reads the subscription once more after the attempt. */
  readonly subscriptionAfter: ReadSubscription
}

/** What the checks of one round look at. */
interface Round extends AttemptOptions {
  readonly dependencies: DeliveryDependencies
  readonly due: AttemptDue
  readonly delivery: Delivery
  readonly subscription: Subscription | null
  /** The outcome of a request that an earlier round sent but could not record. */
  readonly sent: Outcome | null
}

/** Either the end, with the attempt that follows, if any; or another round, with the outcome that is still to be recorded. */
type Decision = { readonly next: AttemptDue | null } | { readonly stillToRecord: Outcome | null }

/** Null leaves the decision to the next check. */
type Check = (round: Round) => Promise<Decision | null>

/** Others may change the delivery meanwhile, such as a replay, or many failures may write to one subscription. */
const maxRounds = 10

/**
 * Makes an attempt of a delivery, unless it was made already, and records its outcome. A message that comes twice gives the same
 * result twice: the attempt that follows later, or null.
 */
export async function makeAttempt(
  dependencies: DeliveryDependencies,
  due: AttemptDue,
  options: AttemptOptions,
): Promise<AttemptDue | null> {
  let sent: Outcome | null = null
  for (let count = 0; count < maxRounds; count++) {
    if (count > 0) await pauseBeforeNextDecision(count)
    const [delivery, subscription] = await Promise.all([
      readDelivery(dependencies.table, due.webhookId, due.deliveryId),
      count === 0 ? options.subscriptionAtFirst(due) : subscriptionFrom(dependencies.table, due),
    ])
    if (!delivery) return null
    const decision = await decide({ ...options, dependencies, due, delivery, subscription, sent })
    if ('next' in decision) return decision.next
    sent = decision.stillToRecord
  }
  throw new Error(`others kept changing the delivery ${due.deliveryId}`)
}

async function decide(round: Round): Promise<Decision> {
  for (const check of checks) {
    const decision = await check(round)
    if (decision) return decision
  }
  throw new Error('the last check always decides')
}

/** Ends when the delivery has ended, or when others have gone on with it. */
const superseded: Check = async ({ delivery, due }) => {
  const isNext = delivery.attemptCount === due.attempt || delivery.attemptCount === due.attempt - 1
  return delivery.budget === due.budget && !isEnded(delivery) && isNext ? null : { next: null }
}

/** Ends when the delivery was brought forward since this attempt was asked for. */
const overtaken: Check = async ({ delivery, due, endsOvertaken, sent }) =>
  endsOvertaken && sent === null && (delivery.resumptions ?? 0) !== due.resumptions ? { next: null } : null

/** The process that made the attempt may have stopped before it judged the subscription's health. */
const alreadyMade: Check = async ({ dependencies, delivery, due, subscription }) => {
  if (delivery.attemptCount !== due.attempt) return null
  if (subscription) await judgeHealth(dependencies, subscription.webhook, delivery.id)
  return { next: nextAttemptOf(delivery) }
}

/** Cancels the delivery when its subscription is gone. */
const withoutSubscription: Check = async (round) => (round.subscription === null ? await cancel(round) : null)

/**
 * Cancels the delivery when the organization no longer lets the application hear its events, or when somebody moved the
 * subscription who may not read them.
 */
const withoutRight: Check = async (round) => {
  const { dependencies, delivery, subscription, sent } = round
  const { applicationId, orgId } = delivery
  if (sent !== null || isTest(delivery)) return null
  if (subscription && !mayReceive(subscription.webhook, delivery.eventType)) return await cancel(round)
  if (applicationId === null) return null
  return (await readMayListen(dependencies.table, applicationId, orgId)) ? null : await cancel(round)
}

/** Parks the delivery while its subscription is disabled. */
const whileDisabled: Check = async ({ dependencies: { table }, delivery, subscription, sent }) => {
  if (subscription?.webhook.status !== 'disabled' || isTest(delivery) || sent !== null) return null
  if (delivery.nextAttemptAt === null) return { next: null }
  const isParked = await changeDelivery(table, delivery, parked(delivery), [
    ifDisabled(table.name, subscription.webhook),
  ])
  return isParked ? { next: null } : { stillToRecord: null }
}

/** Sends the event and records the outcome, or postpones the attempt when it would keep others waiting. */
const sendAndRecord: Check = async (round) => {
  const { dependencies, due, delivery, subscription, isAlone, subscriptionAfter } = round
  if (!subscription) return null
  const sent = round.sent ?? (await sendOnce(dependencies, delivery, { ...subscription, isAlone }))
  if (sent === null) {
    await postpone(dependencies, due, { ...subscription.health, isAlone })
    return { next: null }
  }
  const after = attempted(delivery, sent, dependencies.clock())
  const latest = () => subscriptionAfter(due)
  const isRecorded = await recordOutcome(dependencies, { before: delivery, after, subscription, latest })
  if (!isRecorded) return { stillToRecord: sent }
  return { next: isEnded(after) ? null : nextAttemptOf(after) }
}

const checks: readonly Check[] = [
  superseded,
  overtaken,
  alreadyMade,
  withoutSubscription,
  withoutRight,
  whileDisabled,
  sendAndRecord,
]

async function cancel({ dependencies: { table, clock }, delivery, sent }: Round): Promise<Decision> {
  const isCanceled = await changeDelivery(table, delivery, canceled(delivery, clock()))
  return isCanceled ? { next: null } : { stillToRecord: sent }
}

function ifDisabled(TableName: string, webhook: Webhook): TransactionItem {
  return {
    ConditionCheck: {
      TableName,
      Key: webhooks.key(webhook),
      ConditionExpression: '#record.#status = :disabled',
      ExpressionAttributeNames: { '#record': 'record', '#status': 'status' },
      ExpressionAttributeValues: { ':disabled': 'disabled' },
    },
  }
}
