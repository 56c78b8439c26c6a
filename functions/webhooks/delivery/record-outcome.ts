import { type Delivery, isTest } from '../model/delivery.ts'
import { countFailure, isSuccessToNote } from '../model/health.ts'
import { changeDelivery } from '../model/keep-delivery.ts'
import { type Subscription, webhooks } from '../model/webhook.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import { forgetFailures, judgeHealth, noteSuccess } from './judge-health.ts'

interface OutcomeToRecord {
  readonly before: Delivery
  readonly after: Delivery
  readonly subscription: Subscription
  readonly latest: () => Promise<Subscription | null>
}

/**
 * Records an attempt in its delivery, and its effect on the health of the subscription. False: others changed the delivery.
 * A success resets earlier failures in a write of its own, because transactions of many deliveries would block one another.
 * If the delivery is not recorded then, it is sent once more, but the reset stays right: the subscriber did answer.
 */
export async function recordOutcome(dependencies: DeliveryDependencies, outcome: OutcomeToRecord): Promise<boolean> {
  const { table, clock } = dependencies
  const { before, after, subscription } = outcome
  const { webhook, health } = subscription
  const counts = !isTest(before)
  const isSuccess = after.status === 'succeeded'
  const nowMs = clock()
  const resets = counts && isSuccess && health.consecutiveFailures > 0
  if (resets) await forgetFailures(dependencies, webhook, nowMs)
  const failure = { Update: { TableName: table.name, ...countFailure(webhooks.key(webhook), nowMs) } }
  if (!(await changeDelivery(table, before, after, counts && !isSuccess ? [failure] : []))) return false
  if (counts && isSuccess && !resets) await recordSuccess(dependencies, outcome, nowMs)
  if (counts && !isSuccess) await judgeHealth(dependencies, webhook, before.id)
  return true
}

/**
 * The subscription had no failures when it was read. Failures that other attempts counted since are reset too; otherwise fifteen
 * failures among hundreds of successes would disable it.
 */
async function recordSuccess(
  dependencies: DeliveryDependencies,
  { subscription, latest }: OutcomeToRecord,
  nowMs: number,
): Promise<void> {
  const { webhook, health } = subscription
  const { health: now } = (await latest()) ?? { health }
  if (now.consecutiveFailures > 0) await forgetFailures(dependencies, webhook, nowMs)
  else if (isSuccessToNote(health, nowMs)) await noteSuccess(dependencies, webhook, nowMs)
}
