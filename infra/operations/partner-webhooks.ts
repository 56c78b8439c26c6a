import type { Refusal } from '../../shared/errors/refusal.ts'
import { systemIds } from '../../shared/ids.ts'
import { queryPartition, type Table } from '../../shared/store/table.ts'
import type { Work } from '../../shared/store/work.ts'
import { changeWebhook, disabled, enabled, resumeWaiting } from '../../shared/webhooks/change-webhook.ts'
import { untried } from '../../shared/webhooks/health.ts'
import { type NewWebhook, newWebhook } from '../../shared/webhooks/new-webhook.ts'
import { readRegister, register, registerRefusal } from '../../shared/webhooks/register.ts'
import { rotated } from '../../shared/webhooks/rotated-webhook.ts'
import { targetRefusal } from '../../shared/webhooks/target-refusal.ts'
import {
  readSubscription,
  type Subscription,
  subscriptionsIn,
  webhookPartition,
  webhooks,
} from '../../shared/webhooks/webhook.ts'
import { eventsRefusal } from '../../shared/webhooks/webhook-input.ts'
import { newWebhookSecret } from '../../shared/webhooks/webhook-secret.ts'
import { advance, type Entry, type RegisteredApplication, readApplication, readChangeable } from './applications.ts'
import { decided } from './decided.ts'
import type { Installation } from './installation.ts'
import { CommandRefusal } from './refusal.ts'

/** What of a new subscription is chosen. */
type Chosen = Pick<NewWebhook, 'url' | 'events' | 'description' | 'livemode'>

/** Subscribes an application to events of every organization that lets it in. Its secret is told this once. */
export async function addWebhook(
  { table, isLocal, webhookKey }: Installation,
  { applicationId, ...chosen }: Chosen & { readonly applicationId: string },
  nowMs: number,
): Promise<{ subscription: Subscription; secret: string }> {
  demand(eventsRefusal(chosen.events))
  demand(await targetRefusal(chosen.url, { isLocalAllowed: isLocal }))
  const [key, secret, id] = [await webhookKey(), newWebhookSecret(), systemIds(nowMs)]
  return await decided(table, 'partner', async (work) => {
    const application = await readChangeable(table, applicationId)
    const { providerId } = application.registration
    const made = { ...chosen, id, orgId: null, applicationId, providerId, createdBy: null, enabled: true }
    const webhook = newWebhook(made, secret, nowMs, key)
    const targets = await readRegister(table, webhook)
    demand(registerRefusal(targets, webhook))
    work.create(webhooks, webhook)
    register(work, targets, id, webhook.url)
    noted(work, application, { action: 'webhook_added', id, nowMs })
    return { subscription: { webhook, health: untried }, secret }
  })
}

/** The subscriptions of an application, the oldest first. */
export async function listWebhooks(table: Table, applicationId: string): Promise<Subscription[]> {
  await readApplication(table, applicationId)
  return subscriptionsIn(await queryPartition(table, webhookPartition({ orgId: null, applicationId }), ''))
}

/** Which subscription a command is about, and when. */
export interface Named {
  readonly applicationId: string
  readonly webhookId: string
  readonly nowMs: number
}

/** Gives a subscription another secret. The one so far signs beside it for as long as asked for. */
export async function rotateWebhook(
  { table, webhookKey }: Installation,
  named: Named,
  overlapMs: number,
): Promise<{ subscription: Subscription; secret: string }> {
  const [key, secret] = [await webhookKey(), newWebhookSecret()]
  const subscription = await changed(table, named, 'webhook_secret_rotated', (work, { webhook, health }) => {
    const after = rotated(webhook, secret, { nowMs: named.nowMs, overlapMs }, key)
    changeWebhook(work, webhook, after)
    return { webhook: after, health }
  })
  return { subscription, secret }
}

/** Nothing is posted until it is enabled again. */
export async function disableWebhook(table: Table, named: Named): Promise<Subscription> {
  return await changed(table, named, 'webhook_disabled', (work, { webhook, health }) => {
    if (webhook.status === 'disabled') return null
    const after = disabled(webhook, 'manual', named.nowMs)
    changeWebhook(work, webhook, after)
    return { webhook: after, health }
  })
}

/** Events are posted again, and what was under way is attempted at once. */
export async function enableWebhook(table: Table, named: Named): Promise<Subscription> {
  return await changed(table, named, 'webhook_enabled', (work, { webhook, health }) => {
    if (webhook.status === 'enabled') return null
    const after = enabled(webhook, named.nowMs)
    changeWebhook(work, webhook, after, { forgetsFailures: true })
    resumeWaiting(work, after)
    return { webhook: after, health: { ...health, consecutiveFailures: 0 } }
  })
}

/** Nothing is posted any more, and its log cannot be read any more. */
export async function removeWebhook(table: Table, named: Named): Promise<Subscription> {
  const targets = () => readRegister(table, { orgId: null, applicationId: named.applicationId })
  return await changed(table, named, 'webhook_removed', async (work, subscription) => {
    work.remove(webhooks, subscription.webhook)
    register(work, await targets(), named.webhookId, null)
    return subscription
  })
}

type Action = Extract<Entry['action'], `webhook_${string}`>

/** What becomes of a subscription; null: it stays as it is. */
type Change = (work: Work, subscription: Subscription) => Promise<Subscription> | Subscription | null

async function changed(table: Table, named: Named, action: Action, change: Change): Promise<Subscription> {
  const { applicationId, webhookId: id, nowMs } = named
  return await decided(table, 'partner', async (work) => {
    const application = await readChangeable(table, applicationId)
    const subscription = await readSubscription(table, { orgId: null, applicationId }, id)
    if (!subscription)
      throw new CommandRefusal(
        `${application.client.name} has no webhook ${id}. See: npm run partner -- webhook list --application ${applicationId}`,
      )
    const after = await change(work, subscription)
    if (after) noted(work, application, { action, id, nowMs })
    return after ?? subscription
  })
}

/** The history of an application tells what was done to its subscriptions, too. */
function noted(
  work: Work,
  application: RegisteredApplication,
  { action, id, nowMs }: { readonly action: Action; readonly id: string; readonly nowMs: number },
): void {
  const [from, to] = action === 'webhook_removed' ? [id, null] : [null, id]
  const entry = { action, changes: [{ field: 'webhookId', from, to }] }
  advance(work, application, { client: application.client, entry }, nowMs)
}

function demand(refusal: Refusal | null): void {
  if (refusal) throw new CommandRefusal(refusal.message)
}
