import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import type { AuditEntry, auditActions } from '../../../shared/store/audit.ts'
import { toItem, versionIs } from '../../../shared/store/collection.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { deliveriesKeptForMs } from './delivery.ts'
import { type Webhook, webhooks } from './webhook.ts'

interface Changing {
  readonly forgetsFailures?: boolean
  /** Change it only if it has failed this many times in a row. */
  readonly onlyAfterFailures?: number
}

/**
 * The next state of a subscription. Its counters go on, or start again on request. A new address
 * resets how fast it answers.
 */
export function changeWebhook(
  work: UnitOfWork,
  before: Webhook,
  after: Webhook,
  { forgetsFailures = false, onlyAfterFailures = 0 }: Changing = {},
): void {
  const condition = versionIs(webhooks, before)
  const counted = {
    ...(forgetsFailures && { consecutiveFailures: 0, isWarned: false, slowUntilMs: 0 }),
    ...(before.url !== after.url && { movedAt: after.updatedAt, slowUntilMs: 0 }),
  }
  const set = { ...counted, '#record': toItem(webhooks, after).record }
  const values = Object.fromEntries(Object.entries(set).map(([name, value]) => [placeholderOf(name), value]))
  const isFailing = onlyAfterFailures > 0
  const update = {
    ...condition,
    ...(isFailing && { ConditionExpression: `${condition.ConditionExpression} AND consecutiveFailures >= :failures` }),
    Key: webhooks.key(after),
    UpdateExpression: `SET ${Object.keys(set)
      .map((name) => `${name} = ${placeholderOf(name)}`)
      .join(', ')}`,
    ExpressionAttributeValues: {
      ...condition.ExpressionAttributeValues,
      ...values,
      ...(isFailing && { ':failures': onlyAfterFailures }),
    },
  }
  work.write((TableName) => ({ Update: { TableName, ...update } }), 'stale')
}

const placeholderOf = (name: string) => `:${name.replace('#', '')}`

/** The next version of a subscription. */
export function changedWebhook(webhook: Webhook, change: Partial<Webhook>, nowMs: number): Webhook {
  return { ...webhook, ...change, updatedAt: timestamp(nowMs), version: webhook.version + 1 }
}

export function disabled(webhook: Webhook, reason: NonNullable<Webhook['disabledReason']>, nowMs: number): Webhook {
  const at = timestamp(nowMs)
  const gaps = [...recentGaps(webhook, nowMs), { from: at, to: null }]
  return changedWebhook(webhook, { status: 'disabled', disabledReason: reason, disabledAt: at, gaps }, nowMs)
}

export function enabled(webhook: Webhook, nowMs: number): Webhook {
  const at = timestamp(nowMs)
  const gaps = recentGaps(webhook, nowMs).map(({ from, to }) => ({ from, to: to ?? at }))
  return changedWebhook(webhook, { status: 'enabled', disabledReason: null, disabledAt: null, gaps }, nowMs)
}

/** More gaps than this are merged into one that covers them all. */
const gapsKept = 40

function recentGaps({ gaps }: Webhook, nowMs: number): Webhook['gaps'] {
  const recent = gaps.filter(({ to }) => to === null || Date.parse(to) > nowMs - deliveriesKeptForMs - dayMs)
  const [first, ...others] = recent
  if (!first || recent.length < gapsKept) return recent
  const [second, ...rest] = others
  return [{ from: first.from, to: second ? second.to : first.to }, ...rest]
}

/** Who tells jobs about a subscription. */
export function referenceOf({ id: webhookId, orgId: ownerOrgId, applicationId }: Webhook) {
  return { webhookId, ownerOrgId, applicationId }
}

/**
 * Lets what waited for a subscription go on, which was enabled just now. An application belongs to no organization: jobs are told
 * in the outbox entry of its provider.
 */
export function resumeWaiting(work: UnitOfWork, webhook: Webhook): void {
  const { orgId, providerId, livemode, updatedAt: enabledAt } = webhook
  for (const status of ['pending', 'retrying'] as const) {
    const data = { ...referenceOf(webhook), status, after: null, enabledAt, pass: 1 } as const
    work.enqueue({ type: 'webhook.resume_due', data }, { orgId: orgId ?? providerId, livemode })
  }
}

/** Lets waiting retries go on now that failed before a time and would be made before another one. */
export function bringRetriesForward(
  work: UnitOfWork,
  webhook: Webhook,
  { failedBefore, dueBefore }: { readonly failedBefore: string; readonly dueBefore: string },
): void {
  const { orgId, providerId, livemode } = webhook
  const waiting = { status: 'retrying', after: null, enabledAt: failedBefore, dueBefore, pass: 2 } as const
  const data = { ...referenceOf(webhook), ...waiting }
  work.enqueue({ type: 'webhook.resume_due', data }, { orgId: orgId ?? providerId, livemode })
}

type WebhookAction = Extract<(typeof auditActions)[number], `webhook.${string}`>

/** The audit entry for a change of an organization's subscription. */
export function auditOfWebhook(
  { id, livemode, url }: Webhook,
  orgId: string,
  action: WebhookAction,
  changes: AuditEntry['changes'] = [],
): AuditEntry {
  return { orgId, livemode, action, target: { type: 'webhook', id, label: url }, nodeId: orgId, changes }
}
