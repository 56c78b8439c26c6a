import type { Platform } from '../../shared/platform.ts'
import { isEnded, isOverdue, type NamedDelivery, readDelivery } from '../../shared/webhooks/delivery.ts'
import { takeUp } from './take-up.ts'

/** Asks for an attempt that is overdue. Gives how many were asked for: one, or none. */
export async function overdueDelivery(platform: Platform, { webhookId, deliveryId }: NamedDelivery): Promise<number> {
  const delivery = await readDelivery(platform.table, webhookId, deliveryId)
  if (!delivery || isEnded(delivery) || !isOverdue(delivery, platform.clock())) return 0
  return await takeUp(platform, [delivery])
}
