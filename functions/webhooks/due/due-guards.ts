import { logError } from '../../../shared/platform/log.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItems, type Item, type Key } from '../../../shared/store/table.ts'
import { deliveries } from '../model/delivery.ts'
import { type Guard, guardedKeys, guards, removeGuard } from '../model/delivery-guard.ts'
import { takeUp } from './take-up.ts'

/** Each has some deliveries, and all of these are held at once. */
const guardsAtOnce = 25

/**
 * Looks through the deliveries of guards that are due for those whose first attempt nobody has made, and asks for these. A
 * guard is removed when all of its own are seen to; one that cannot be seen to holds up no other, and stays due. Gives how
 * many attempts were asked for.
 */
export async function seeToGuarded(platform: Platform, keys: readonly Key[]): Promise<number> {
  let asked = 0
  for (let start = 0; start < keys.length; start += guardsAtOnce) {
    const items = await getItems(platform.table, keys.slice(start, start + guardsAtOnce))
    const outcomes = await Promise.allSettled(items.map((item) => seeTo(platform, item)))
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled') asked += outcome.value
      else await logError('a guard cannot be seen to', outcome.reason)
  }
  return asked
}

async function seeTo(platform: Platform, item: Item): Promise<number> {
  const guard = fromItem(guards, item)
  // The index may lag behind a guard that was made due anew.
  if (Date.parse(guard.dueAt) > platform.clock()) return 0
  const asked = await takeUp(platform, await untried(platform, guard))
  await removeGuard(platform.table, guard)
  return asked
}

async function untried({ table }: Platform, guard: Guard) {
  return recordsOf(deliveries, await getItems(table, guardedKeys(guard))).filter(({ isGuarded }) => isGuarded)
}
