import { refuse } from '../../shared/errors/refusal.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { isUuid } from '../../shared/ids.ts'
import type { Table } from '../../shared/store/table.ts'
import { type Delivery, readDelivery } from '../../shared/webhooks/delivery.ts'
import { namedWebhooks } from '../../shared/webhooks/webhook.ts'
import { deliveryInFull, toDeliveryInFull } from './delivery-view.ts'

export const getDelivery = operation({
  id: 'getDelivery',
  method: 'GET',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}',
  tag: 'Webhooks',
  summary: 'Read a delivery',
  description: 'With what is posted, each attempt, and the start of what the receiver answered.',
  access: { to: 'integration', resource: namedWebhooks, permission: 'integrations.manage' },
  responses: { 200: deliveryInFull },
  errors: ['not_found'],
  reads: ({ table, path }) => deliveryAt(table, path),
  async handle({ resource: { webhook }, path, early, table }) {
    const delivery = early ?? (await deliveryAt(table, path))
    return delivery ? reply(200, toDeliveryInFull(delivery, webhook)) : noDelivery
  },
})

export const noDelivery = refuse('not_found', 'This subscription has no such delivery; they are kept for 30 days.')

/** The delivery that a path names, if it is one of the subscription that it names. */
export async function deliveryAt(
  table: Table,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<Delivery | null> {
  if (!isUuid(webhookId) || !isUuid(deliveryId)) return null
  return await readDelivery(table, webhookId.toLowerCase(), deliveryId.toLowerCase())
}
