import type { Platform } from '../../../shared/store/platform.ts'
import type { Table } from '../../../shared/store/table.ts'
import type { Delivery } from '../model/delivery.ts'
import { guard } from '../model/delivery-guard.ts'
import { guarded } from '../model/delivery-transitions.ts'
import { type AttemptDue, nextAttemptOf } from '../model/dispatch.ts'
import { keepNewDelivery } from '../model/keep-delivery.ts'

/** Keeps new deliveries, and has them looked after. Gives the first attempts that nobody has made yet. */
export async function firstAttempts({ table, clock }: Platform, made: readonly Delivery[]): Promise<AttemptDue[]> {
  return await keptUntried(table, made, await guard(table, made, clock()))
}

/**
 * Keeps new deliveries, guarded or each due by itself. Gives the first attempts that are to be made: when their events come
 * again, those that nobody has made yet.
 */
export async function keptUntried(table: Table, made: readonly Delivery[], areGuarded: boolean): Promise<AttemptDue[]> {
  const kept = await Promise.all(
    made.map((delivery) => keepNewDelivery(table, areGuarded ? guarded(delivery) : delivery)),
  )
  return kept.filter(isUntried).map(nextAttemptOf)
}

function isUntried({ status, attemptCount, nextAttemptAt }: Delivery): boolean {
  return status === 'pending' && attemptCount === 0 && nextAttemptAt !== null
}
