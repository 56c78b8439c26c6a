import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { maxAttempts } from '../../../events/delivery-schedule.ts'
import { type Delivery, deliveries } from '../../../functions/webhooks/model/delivery.ts'
import { attempted, newDelivery } from '../../../functions/webhooks/model/delivery-transitions.ts'
import { countFailure } from '../../../functions/webhooks/model/health.ts'
import { readSubscription, type WebhookOwner, webhookKey } from '../../../functions/webhooks/model/webhook.ts'
import { put } from '../../../infra/local/tenant.ts'
import { hourMs, timestamp } from '../../../shared/platform/clock.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { freshName } from '../../matrices/scenarios/fresh-name.ts'
import type { Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { managerOf } from '../../support/api-keys.ts'
import { call, demand } from '../../support/client.ts'
import { type Tenant, table } from '../../support/tenant.ts'
import { hookFor, hooksPath, onHook, takingReceiver } from '../../support/webhooks.ts'

/** Nobody listens there: what is posted fails at once. */
const nowhere = 'http://127.0.0.1:9'

const addressed = (of: Tenant) => `${nowhere}/${freshName(of, 'hook').replace(' ', '-')}`

function ofOrganization(json?: (of: Tenant) => object): Scenario {
  return async (of) => {
    const manager = await managerOf(of)
    await hookFor(manager, addressed(of))
    return { path: hooksPath(of), options: { token: manager.token, ...(json && { json: json(of) }) } }
  }
}

interface Hook {
  readonly more?: object
  readonly json?: (of: Tenant) => object
  /** Whether a test event was sent, whose delivery the path names. */
  readonly isDelivery?: true
}

function ofHook(after: string, { more, json, isDelivery }: Hook = {}): Scenario {
  return async (of) => {
    const manager = await managerOf(of)
    const { id } = await hookFor(manager, addressed(of), more)
    const { token } = manager
    const delivery = isDelivery ? `/deliveries/${await deliveryOf(of, token, id)}` : ''
    return { path: hooksPath(of, `/${id}${delivery}${after}`), options: { token, ...(json && { json: json(of) }) } }
  }
}

async function deliveryOf(of: Tenant, token: string, id: string): Promise<string> {
  const asked = await call('POST', hooksPath(of, `/${id}/test`), { token })
  demand(asked, 202)
  return asked.body.deliveryId
}

const aDayAgo = () => new Date(Date.now() - 86_400_000).toISOString()

/** Of each operation on subscriptions, by its id. */
export const webhookScenarios: Readonly<Record<string, Scenarios>> = {
  listWebhooks: { 'of an organization': ofOrganization() },
  createWebhook: { 'to every event': ofOrganization((of) => ({ url: addressed(of), events: ['*'] })) },
  getWebhook: { 'of an organization': ofHook('') },
  updateWebhook: {
    'its address': ofHook('', { json: (of) => ({ url: addressed(of) }) }),
    'its events': ofHook('', { json: () => ({ events: ['signature.signed'], description: 'Accounting' }) }),
  },
  deleteWebhook: { 'an enabled one': ofHook('') },
  disableWebhook: { 'an enabled one': ofHook('/disable') },
  enableWebhook: { 'a disabled one': ofHook('/enable', { more: { enabled: false } }) },
  rotateWebhookSecret: {
    'with an overlap': ofHook('/rotate-secret', { json: () => ({ previousSecretExpiresInHours: 24 }) }),
  },
  testWebhook: { 'an enabled one': ofHook('/test') },
  listDeliveries: { 'of a subscription': ofHook('/deliveries') },
  getDelivery: { 'of a test': ofHook('', { isDelivery: true }) },
  replayDelivery: { 'of a test': ofHook('/replay', { isDelivery: true }) },
  replayDeliveries: {
    'of the last day': ofHook('/replay', { json: () => ({ from: aDayAgo() }) }),
    'of what failed': (of) => replayOfFailed(of),
  },
}

async function replayOfFailed(of: Tenant): ReturnType<Scenario> {
  const manager = await managerOf(of)
  const { id } = await hookFor(manager, addressed(of))
  await failedFor(of, id)
  // As an attempt notes it with the delivery, of one that goes on failing: whenever it is asked, the listing may lag behind.
  const failure = countFailure(webhookKey({ orgId: of.org.id, applicationId: null }, id), Date.now() + hourMs)
  await table().client.send(new UpdateCommand({ TableName: table().name, ...failure }))
  return { path: hooksPath(of, `/${id}/replay`), options: { token: manager.token, json: { from: aDayAgo() } } }
}

/** A test of a subscription whose receiver takes it. */
export const testOfTaking: Scenario = async (of) => {
  const manager = await managerOf(of)
  const { id } = await hookFor(manager, `${await takingReceiver()}/${freshName(of, 'hook')}`)
  return { path: hooksPath(of, `/${id}/test`), options: { token: manager.token } }
}

/** Somebody enables a subscription for which an event has waited since its third attempt failed. */
export const enabling: Scenario = async (of) => {
  const manager = await managerOf(of)
  const { id } = await hookFor(manager, addressed(of), { events: ['*'] })
  await failedFor(of, id, { attempts: 3 })
  demand(await onHook(manager, 'POST', id, '/disable'), 200)
  return { path: hooksPath(of, `/${id}/enable`), options: { token: manager.token } }
}

interface Failed {
  readonly attempts?: number
  readonly nowMs?: number
}

/** Puts a delivery into the log of which every attempt has failed, or so many: after three the next is minutes away. */
export async function failedFor(
  of: Tenant,
  id: string,
  { attempts = maxAttempts, nowMs = Date.now() }: Failed = {},
): Promise<Delivery> {
  const { delivery } = await newFor(of, id)
  let last = delivery
  while (last.attemptCount < attempts) last = attempted(last, failure(nowMs), nowMs)
  return await put(table(), deliveries, last)
}

function failure(nowMs: number) {
  return { at: timestamp(nowMs), durationMs: 1, responseCode: 500, responseBody: '', error: 'http_status' as const }
}

/** Puts a delivery of an event of a tenant into the log of an application's subscription, which took it; gives its id. */
export async function deliveredTo(of: Tenant, applicationId: string, id: string): Promise<string> {
  const { delivery, nowMs } = await newFor(of, id, { orgId: null, applicationId })
  const taken = { ...failure(nowMs), responseCode: 204, error: null }
  return (await put(table(), deliveries, attempted(delivery, taken, nowMs))).id
}

/** The same of one that nobody has attempted so far. */
export async function waitingFor(of: Tenant, applicationId: string, id: string): Promise<string> {
  const { delivery } = await newFor(of, id, { orgId: null, applicationId })
  return (await put(table(), deliveries, delivery)).id
}

async function newFor({ org }: Tenant, id: string, owner: WebhookOwner = { orgId: org.id, applicationId: null }) {
  const subscription = await readSubscription(table(), owner, id)
  if (!subscription) throw new Error(`there is no subscription ${id}`)
  const nowMs = Date.now()
  const event = { type: 'member.removed', data: { membershipId: systemIds(), userId: org.id, nodeId: org.id } }
  const { providerId, livemode } = subscription.webhook
  const told = { apiVersion: '1', createdAt: timestamp(nowMs), providerId, orgId: org.id, livemode } as const
  return { delivery: newDelivery(subscription.webhook, { id: systemIds(nowMs), ...told, ...event }, nowMs), nowMs }
}
