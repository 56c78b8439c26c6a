import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { failuresBeforeDisabling, failuresBeforeWarning } from '../../../events/delivery-schedule.ts'
import type { WebhookEmailKind } from '../../../events/internal.ts'
import { logError } from '../../../shared/platform/log.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { commit } from '../../../shared/store/commit.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { auditOfWebhook, changeWebhook, disabled, referenceOf } from '../model/change-webhook.ts'
import { countSuccess, type Health } from '../model/health.ts'
import { readSubscription, type Subscription, type Webhook, webhooks } from '../model/webhook.ts'
import { lastTakenMs } from './last-attempts.ts'

/** Notes when a subscription last took a delivery. The delivery itself is noted already. */
export async function noteSuccess(platform: Platform, webhook: Webhook, nowMs: number): Promise<void> {
  // A failure of the same moment is not forgotten by it.
  const unlessFailed = '(attribute_not_exists(consecutiveFailures) OR consecutiveFailures = :none)'
  await succeeded(platform, webhook, { nowMs, condition: unlessFailed }).catch((error) =>
    logError('a success cannot be noted', error, { webhook: webhook.id }),
  )
}

/** A success after failures. Whoever else takes one at the same moment may have done it already. */
export async function forgetFailures(platform: Platform, webhook: Webhook, nowMs: number): Promise<void> {
  await succeeded(platform, webhook, { nowMs, condition: 'consecutiveFailures > :none' })
}

/** Counts a success on a condition, if the subscription still goes to where it was taken. */
async function succeeded(
  { table }: Platform,
  webhook: Webhook,
  { nowMs, condition }: { readonly nowMs: number; readonly condition: string },
): Promise<void> {
  const { ConditionExpression, ExpressionAttributeValues, ...update } = countSuccess(webhooks.key(webhook), nowMs)
  const command = new UpdateCommand({
    TableName: table.name,
    ...update,
    ConditionExpression: `${ConditionExpression} AND #record.#url = :url AND ${condition}`,
    ExpressionAttributeNames: { '#record': 'record', '#url': 'url' },
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':url': webhook.url },
  })
  await table.client.send(command).catch((error: unknown) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  })
}

/**
 * After a failure: warns of a subscription that keeps failing, and later disables it; each once, whoever sees it first. A
 * failure may be counted after successes that came later: it changes the subscription in a transaction, and those of a burst
 * wait for one another. So the log has the last word on whether so many failed in a row; where they did not, those that were
 * counted are forgotten.
 */
export async function judgeHealth(
  platform: Platform,
  { id, orgId, applicationId }: Webhook,
  deliveryId: string,
): Promise<void> {
  const subscription = await readSubscription(platform.table, { orgId, applicationId }, id)
  if (subscription?.webhook.status !== 'enabled') return
  const { among, follow } = consequenceOf(subscription.health)
  if (follow === null) return
  const takenMs = await lastTakenMs(platform.table, subscription, { deliveryId, among })
  if (takenMs === null) await follow(platform, subscription)
  else await forgetFailures(platform, subscription.webhook, latestSuccessMs(subscription.health, takenMs))
}

/** What follows from so many failures in a row. */
function consequenceOf({ consecutiveFailures, isWarned }: Health) {
  if (consecutiveFailures >= failuresBeforeDisabling) return { among: failuresBeforeDisabling, follow: disable }
  const isToWarn = consecutiveFailures >= failuresBeforeWarning && !isWarned
  return { among: failuresBeforeWarning, follow: isToWarn ? warn : null }
}

function latestSuccessMs({ lastSuccessAt }: Health, takenMs: number): number {
  return lastSuccessAt === null ? takenMs : Math.max(takenMs, Date.parse(lastSuccessAt))
}

async function disable(platform: Platform, { webhook }: Subscription): Promise<void> {
  const work = workOn(platform, webhook)
  const after = disabled(webhook, 'consecutive_failures', platform.clock())
  changeWebhook(work, webhook, after, { onlyAfterFailures: failuresBeforeDisabling })
  if (webhook.orgId !== null) work.audit(auditOfWebhook(after, webhook.orgId, 'webhook.disabled'))
  notifyAdministrators(work, webhook, 'disabled')
  await commit(platform.table, work)
}

async function warn(platform: Platform, { webhook }: Subscription): Promise<void> {
  const work = workOn(platform, webhook)
  const update = {
    Key: webhooks.key(webhook),
    UpdateExpression: 'SET isWarned = :yes',
    ConditionExpression: 'consecutiveFailures >= :enough AND (attribute_not_exists(isWarned) OR isWarned = :no)',
    ExpressionAttributeValues: { ':yes': true, ':no': false, ':enough': failuresBeforeWarning },
  }
  work.write((TableName) => ({ Update: { TableName, ...update } }), 'stale')
  notifyAdministrators(work, webhook, 'failing')
  await commit(platform.table, work)
}

function workOn(platform: Platform, { id }: Webhook): UnitOfWork {
  return new UnitOfWork({ ...platform, author: systemAuthor(id) })
}

/** Partner applications are looked after by who operates the service, and are not written to. */
function notifyAdministrators(work: UnitOfWork, webhook: Webhook, emailKind: WebhookEmailKind): void {
  const { orgId, livemode } = webhook
  if (orgId === null) return
  work.enqueue({ type: 'webhook.letter_due', data: { ...referenceOf(webhook), emailKind } }, { orgId, livemode })
}
