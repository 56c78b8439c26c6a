import { changeWebhook } from '../../functions/webhooks/model/change-webhook.ts'
import { untried } from '../../functions/webhooks/model/health.ts'
import { type NewWebhook, newWebhook } from '../../functions/webhooks/model/new-webhook.ts'
import { readRegister, register, registerRefusal } from '../../functions/webhooks/model/register.ts'
import {
  askForReplay,
  beginCount,
  type ReplayInput,
  replayRefusal,
  selectionOf,
} from '../../functions/webhooks/model/replay-request.ts'
import { rotated } from '../../functions/webhooks/model/rotated-webhook.ts'
import { switchOff, switchOn } from '../../functions/webhooks/model/switch-webhook.ts'
import { targetRefusal } from '../../functions/webhooks/model/target-refusal.ts'
import { sendTest } from '../../functions/webhooks/model/test-event.ts'
import {
  readSubscription,
  type Subscription,
  subscriptionsIn,
  webhookPartition,
  webhooks,
} from '../../functions/webhooks/model/webhook.ts'
import { changeSubscription, type WebhookChange } from '../../functions/webhooks/model/webhook-change.ts'
import { eventsRefusal } from '../../functions/webhooks/model/webhook-input.ts'
import { newWebhookSecret } from '../../functions/webhooks/model/webhook-secret.ts'
import { isRefusal, type Refusal } from '../../shared/errors/refusal.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { queryPartition, type Table } from '../../shared/store/table.ts'
import type { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import { advance, type Entry, type RegisteredApplication, readApplication, readChangeable } from './applications.ts'
import { commitCommand } from './commit-command.ts'
import type { Installation } from './installation.ts'
import { CommandRefusal } from './refusal.ts'

/** What commands about webhooks work on. */
export type WebhookInstallation = Pick<Installation, 'table' | 'isLocal' | 'webhookKeys'>

/** What of a new subscription is chosen. */
type Chosen = Pick<NewWebhook, 'url' | 'events' | 'description' | 'livemode'>

/** Subscribes an application to events of every organization that lets it in. Its secret is told this once. */
export async function addWebhook(
  { table, isLocal, webhookKeys }: WebhookInstallation,
  { applicationId, ...chosen }: Chosen & { readonly applicationId: string },
  nowMs: number,
): Promise<{ subscription: Subscription; secret: string }> {
  demand(eventsRefusal(chosen.events))
  demand(await targetRefusal(chosen.url, { isLocalAllowed: isLocal }))
  const [keys, secret, id] = [await webhookKeys(), newWebhookSecret(), systemIds(nowMs)]
  return await commitCommand(table, 'partner', async (work) => {
    const application = await readChangeable(table, applicationId)
    const { providerId } = application.registration
    const made = {
      ...chosen,
      id,
      orgId: null,
      applicationId,
      providerId,
      createdBy: null,
      readPermissions: null,
      enabled: true,
    }
    const webhook = newWebhook(made, secret, nowMs, keys)
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
export interface NamedWebhook {
  readonly applicationId: string
  readonly webhookId: string
  readonly nowMs: number
}

/** Gives a subscription another secret. The one so far signs beside it for as long as asked for. */
export async function rotateWebhook(
  { table, webhookKeys }: Pick<WebhookInstallation, 'table' | 'webhookKeys'>,
  named: NamedWebhook,
  overlapMs: number,
): Promise<{ subscription: Subscription; secret: string }> {
  const [keys, secret] = [await webhookKeys(), newWebhookSecret()]
  const subscription = await changed(table, named, 'webhook_secret_rotated', (work, { webhook, health }) => {
    const after = rotated(webhook, secret, { nowMs: named.nowMs, overlapMs }, keys)
    changeWebhook(work, webhook, after)
    return { webhook: after, health }
  })
  return { subscription, secret }
}

/** Gives a subscription another URL, description or choice of events. */
export async function alterWebhook(
  { table, isLocal }: Pick<WebhookInstallation, 'table' | 'isLocal'>,
  named: NamedWebhook,
  change: WebhookChange,
): Promise<Subscription> {
  const dependencies = { table, nowMs: named.nowMs, rules: { isLocalAllowed: isLocal }, readPermissions: null }
  return await changed(table, named, 'webhook_changed', async (work, subscription) => {
    const decision = await changeSubscription(work, subscription, change, dependencies)
    return isRefusal(decision) ? demand(decision) : (decision?.subscription ?? null)
  })
}

/** Nothing is posted until it is enabled again. */
export async function disableWebhook(table: Table, named: NamedWebhook): Promise<Subscription> {
  const { nowMs } = named
  return await changed(table, named, 'webhook_disabled', (work, subscription) => switchOff(work, subscription, nowMs))
}

/** Events are posted again, and what was under way is attempted at once. */
export async function enableWebhook(table: Table, named: NamedWebhook): Promise<Subscription> {
  const { nowMs } = named
  return await changed(table, named, 'webhook_enabled', (work, subscription) => switchOn(work, subscription, nowMs))
}

/** Sends a test event, which the history of the application does not tell. */
export async function testWebhook(table: Table, named: NamedWebhook) {
  return await commitCommand(table, 'partner', async (work) => {
    const { subscription } = await readNamed(table, named)
    return sendTest(work, subscription.webhook, { ids: systemIds, nowMs: named.nowMs })
  })
}

/** Has events of a stretch of time delivered again. Gives how many. */
export async function replayWebhook(table: Table, named: NamedWebhook, input: ReplayInput): Promise<number> {
  const { webhookId, nowMs } = named
  let count = 0
  await changed(table, named, 'webhook_replayed', async (work, subscription) => {
    demand(replayRefusal(input, subscription.webhook, { nowMs, readPermissions: null }))
    const begun = await beginCount(table, webhookId, selectionOf(input, nowMs))
    count = await askForReplay({ table, work, nowMs, readPermissions: null }, subscription, begun)
    return count > 0 ? subscription : null
  })
  return count
}

/** Nothing is posted any more, and its log cannot be read any more. */
export async function removeWebhook(table: Table, named: NamedWebhook): Promise<Subscription> {
  const targets = () => readRegister(table, { orgId: null, applicationId: named.applicationId })
  return await changed(table, named, 'webhook_removed', async (work, subscription) => {
    work.remove(webhooks, subscription.webhook)
    register(work, await targets(), named.webhookId, null)
    return subscription
  })
}

type PartnerWebhookAction = Extract<Entry['action'], `webhook_${string}`>

/** What becomes of a subscription; null: it stays as it is. */
type Change = (work: UnitOfWork, subscription: Subscription) => Promise<Subscription | null> | Subscription | null

async function changed(
  table: Table,
  named: NamedWebhook,
  action: PartnerWebhookAction,
  change: Change,
): Promise<Subscription> {
  const { webhookId: id, nowMs } = named
  return await commitCommand(table, 'partner', async (work) => {
    const { application, subscription } = await readNamed(table, named)
    const after = await change(work, subscription)
    if (after) noted(work, application, { action, id, nowMs })
    return after ?? subscription
  })
}

async function readNamed(table: Table, { applicationId, webhookId }: NamedWebhook) {
  const application = await readChangeable(table, applicationId)
  const subscription = await readSubscription(table, { orgId: null, applicationId }, webhookId)
  if (subscription) return { application, subscription }
  throw new CommandRefusal(
    `${application.client.name} has no webhook ${webhookId}. See: npm run partner -- webhook list --application ${applicationId}`,
  )
}

/** The history of an application tells what was done to its subscriptions, too. */
function noted(
  work: UnitOfWork,
  application: RegisteredApplication,
  { action, id, nowMs }: { readonly action: PartnerWebhookAction; readonly id: string; readonly nowMs: number },
): void {
  const [from, to] = action === 'webhook_removed' ? [id, null] : [null, id]
  const entry = { action, changes: [{ field: 'webhookId', from, to }] }
  advance(work, application, { client: application.client, entry }, nowMs)
}

function demand(refusal: Refusal | null): null {
  if (refusal) throw new CommandRefusal(refusal.message)
  return null
}
