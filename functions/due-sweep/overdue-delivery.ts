import type { Platform } from '../../shared/platform.ts'
import { isEnded, isOverdue, type NamedDelivery, readDelivery } from '../../shared/webhooks/delivery.ts'
import { resumed } from '../../shared/webhooks/delivery-transitions.ts'
import { dispatchAll, nextAttemptOf } from '../../shared/webhooks/dispatch.ts'
import { changeDelivery } from '../../shared/webhooks/keep-delivery.ts'

/**
 * Asks for an attempt that is overdue: its message or its execution was lost. Should that come all the same, the attempt is
 * made once in the log. True: it was asked for.
 */
export async function overdueDelivery(
  { table, clock }: Platform,
  { webhookId, deliveryId }: NamedDelivery,
): Promise<boolean> {
  const delivery = await readDelivery(table, webhookId, deliveryId)
  const nowMs = clock()
  if (!delivery || isEnded(delivery) || !isOverdue(delivery, nowMs)) return false
  const after = resumed(delivery, nowMs)
  // Where somebody else was faster, it is not overdue any more.
  if (!(await changeDelivery(table, delivery, after))) return false
  await dispatchAll([nextAttemptOf(after)])
  return true
}
