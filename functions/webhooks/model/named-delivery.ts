import { refuse } from '../../../shared/errors/refusal.ts'
import { isUuid } from '../../../shared/platform/ids.ts'
import type { Table } from '../../../shared/store/table.ts'
import { type Delivery, readDelivery } from './delivery.ts'

export const noDelivery = refuse(
  'not_found',
  'The subscription has no delivery with this id. Deliveries are kept for 30 days.',
)

/** The delivery of a path, if it belongs to the subscription of the path. */
export async function deliveryAt(
  table: Table,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<Delivery | null> {
  if (!isUuid(webhookId) || !isUuid(deliveryId)) return null
  return await readDelivery(table, webhookId.toLowerCase(), deliveryId.toLowerCase())
}
