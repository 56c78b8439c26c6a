import * as v from 'valibot'
import { subscribableTypes } from '../../../events/catalog.ts'
import type { Envelope } from '../../../events/envelope.ts'
import type { PeopleOnlyResourceKind } from '../../../shared/auth/organization-resource.ts'
import { permissions } from '../../../shared/auth/permissions.ts'
import { personSchema } from '../../../shared/auth/person.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { fromItem, recordsOf, type Versioned } from '../../../shared/store/collection.ts'
import { getItem, type Item, type Key, queryPartition, type Table } from '../../../shared/store/table.ts'
import { mayReadType } from '../../events/read-rights.ts'
import { type Health, healthIn } from './health.ts'

export const webhookStatuses = ['enabled', 'disabled'] as const
export const disabledReasons = ['manual', 'consecutive_failures'] as const

/**
 * A subscription to events, owned by an organization or by a partner application. An application receives the events of
 * every organization that granted it access. Its health is stored as attributes of the same item (health.ts).
 */
export const webhookSchema = v.object({
  id: uuid,
  /** Null for a partner application's. */
  orgId: v.nullable(uuid),
  applicationId: v.nullable(v.string()),
  providerId: uuid,
  livemode: v.boolean(),
  url: v.string(),
  description: v.nullable(v.string()),
  /** Types of the catalog; `*` alone means all present and future types that its maker may read. */
  events: v.array(v.string()),
  /**
   * The permissions by which its maker may read events on the whole organization. The maker is the member who last chose the
   * events or the URL. Null: the operator of the service created it, and it receives everything.
   */
  readPermissions: v.nullable(v.array(v.picklist(permissions))),
  status: v.picklist(webhookStatuses),
  disabledReason: v.nullable(v.picklist(disabledReasons)),
  disabledAt: v.nullable(v.string()),
  /** Sealed (see webhook-secret.ts). The current one first; one before it with the end of its time. */
  secrets: v.array(v.object({ sealed: v.string(), validUntil: v.nullable(v.string()) })),
  secretHint: v.string(),
  secretRotatedAt: v.string(),
  /** When it was disabled, for as long as events are kept: what happened then was not delivered. `to` null: it still is. */
  gaps: v.array(v.object({ from: v.string(), to: v.nullable(v.string()) })),
  createdAt: v.string(),
  /** Null if the operator of the service created it. */
  createdBy: v.nullable(personSchema),
  updatedAt: v.string(),
  version: v.number(),
})
export type Webhook = v.InferOutput<typeof webhookSchema>

/** The owner of the subscription: one of the two is null. */
export type WebhookOwner = Pick<Webhook, 'orgId' | 'applicationId'>

/** All subscriptions of an owner are in one partition, so that one consistent read finds them. */
export function webhookPartition({ orgId, applicationId }: WebhookOwner): string {
  if (orgId !== null) return `ORG#${orgId}#WEBHOOKS`
  if (applicationId !== null) return `APPLICATION#${applicationId}#WEBHOOKS`
  throw new Error('a webhook belongs to an organization or to an application')
}

export function webhookKey(owner: WebhookOwner, id: string): Key {
  return { PK: webhookPartition(owner), SK: id }
}

export const webhooks: Versioned<Webhook> = {
  name: 'webhook',
  schema: webhookSchema,
  key: (webhook) => webhookKey(webhook, webhook.id),
}

/** A stored subscription with its health. */
export interface Subscription {
  readonly webhook: Webhook
  readonly health: Health
}

export function subscriptionOf(item: Item): Subscription {
  return { webhook: fromItem(webhooks, item), health: healthIn(item) }
}

export function subscriptionsIn(items: readonly Item[]): Subscription[] {
  return items.filter(({ type }) => type === webhooks.name).map(subscriptionOf)
}

export async function readSubscription(table: Table, owner: WebhookOwner, id: string): Promise<Subscription | null> {
  const item = await getItem(table, webhookKey(owner, id))
  return item && subscriptionOf(item)
}

export async function webhooksOf(table: Table, owner: WebhookOwner): Promise<Webhook[]> {
  return recordsOf(webhooks, await queryPartition(table, webhookPartition(owner), ''))
}

/** Webhooks of organizations as resources of a path. */
export const namedWebhooks = {
  name: 'webhook',
  parameter: 'webhookId',
  notFound: 'not_found',
  partition: (id: string, orgId: string) => ({
    partition: webhookPartition({ orgId, applicationId: null }),
    startingWith: id,
  }),
  decode: (items): (Subscription & { orgId: string; version: number }) | null => {
    const [found] = subscriptionsIn(items)
    if (!found || found.webhook.orgId === null) return null
    return { ...found, orgId: found.webhook.orgId, version: found.webhook.version }
  },
} as const satisfies PeopleOnlyResourceKind

/** Whether the maker of a subscription may read events of a type. */
export function mayReceive({ readPermissions }: Webhook, type: string): boolean {
  return readPermissions === null || mayReadType(readPermissions, type)
}

/** Whether a subscription receives an event. */
export function listensTo(webhook: Webhook, { type, livemode }: Envelope): boolean {
  const { events } = webhook
  if (livemode !== webhook.livemode || !mayReceive(webhook, type)) return false
  return events.includes('*') ? subscribableTypes.some((known) => known === type) : events.includes(type)
}
