import { deletePartition, keyOf, queryPartition, type Table } from '../../../shared/store/table.ts'
import { slotPartition } from '../delivery/slots.ts'
import { deliveryPartition } from './delivery.ts'
import { webhookPartition, webhooks } from './webhook.ts'

/** Deletes deliveries to the subscriptions of an organization, `limit` at most to each. Gives how many items it found. */
export async function deleteDeliveries(table: Table, orgId: string, limit: number): Promise<number> {
  const items = await queryPartition(table, webhookPartition({ orgId, applicationId: null }), '')
  const ids = items.filter(({ type }) => type === webhooks.name).map((item) => keyOf(item).SK)
  const counts = await Promise.all(
    ids.flatMap((id) => [
      deletePartition(table, deliveryPartition(id), limit),
      deletePartition(table, slotPartition(id), limit),
    ]),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Deletes the subscriptions of an organization. Their deliveries go before them. */
export async function deleteWebhooks(table: Table, orgId: string, limit: number): Promise<number> {
  return await deletePartition(table, webhookPartition({ orgId, applicationId: null }), limit)
}
