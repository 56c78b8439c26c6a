import { logError } from '../../../shared/platform/log.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem, type Key } from '../../../shared/store/table.ts'
import { deliveries, isEnded, isOverdue } from '../model/delivery.ts'
import { takeUp } from './take-up.ts'

/**
 * Asks for the attempts of deliveries that are overdue. One that cannot be taken up holds up no other, and stays due. Gives how
 * many attempts were asked for.
 */
export async function takeUpOverdue(platform: Platform, keys: readonly Key[]): Promise<number> {
  const outcomes = await Promise.allSettled(keys.map((key) => seeTo(platform, key)))
  let asked = 0
  for (const outcome of outcomes)
    if (outcome.status === 'fulfilled') asked += outcome.value
    else await logError('a delivery cannot be taken up again', outcome.reason)
  return asked
}

async function seeTo(platform: Platform, key: Key): Promise<number> {
  const item = await getItem(platform.table, key)
  const delivery = item && fromItem(deliveries, item)
  if (!delivery || isEnded(delivery) || !isOverdue(delivery, platform.clock())) return 0
  return await takeUp(platform, [delivery])
}
