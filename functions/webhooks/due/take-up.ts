import type { Platform } from '../../../shared/store/platform.ts'
import type { Delivery } from '../model/delivery.ts'
import { resumed } from '../model/delivery-transitions.ts'
import { dispatchAll, nextAttemptOf } from '../model/dispatch.ts'
import { changeDelivery } from '../model/keep-delivery.ts'

/**
 * Asks for attempts whose messages or executions were lost. Should these come all the same, each attempt is made once in the
 * log. Each is due by itself from then on, so that a second loss is found as well. Gives how many were asked for.
 */
export async function takeUp({ table, clock }: Platform, lost: readonly Delivery[]): Promise<number> {
  const nowMs = clock()
  const again = await Promise.all(
    lost.map(async (delivery) => {
      const after = resumed(delivery, nowMs)
      // Where somebody else was faster, it is not lost.
      return (await changeDelivery(table, delivery, after)) ? [nextAttemptOf(after)] : []
    }),
  )
  await dispatchAll(again.flat())
  return again.flat().length
}
