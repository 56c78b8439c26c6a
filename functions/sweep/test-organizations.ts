import { inParallel } from '../../shared/platform/in-parallel.ts'
import { logError } from '../../shared/platform/log.ts'
import { dueIn } from '../../shared/store/due.ts'
import type { Platform } from '../../shared/store/platform.ts'
import type { Key } from '../../shared/store/table.ts'
import { allTestModes, type TestMode } from '../../shared/store/test-mode.ts'
import { twinIdOf } from '../../shared/store/twin-ids.ts'
import { businessHandlers } from './business-handlers.ts'

const organizationsAtOnce = 20

/**
 * Does what is due in each test organization by its own clock, except where that clock is being moved: then the job that moves it
 * does, in order. Returns how many things were done.
 */
export async function sweepTestOrganizations(platform: Platform): Promise<number> {
  const all = await allTestModes(platform.table)
  let done = 0
  await inParallel(all.filter(isSwept), organizationsAtOnce, async ({ orgId, aheadMs }) => {
    const due = await dueIn(platform.table, twinIdOf(orgId), platform.clock() + aheadMs)
    done += await handleBusiness(platform, due)
  })
  return done
}

const isSwept = ({ status, advancingTo }: TestMode) => status === 'ready' && advancingTo === null

/** Hands due items to the domains. A handler that fails does not stop the others, and its items stay due. */
export async function handleBusiness(platform: Platform, due: readonly Key[]): Promise<number> {
  let done = 0
  const keys = due.map(({ PK, SK }) => ({ PK, SK }))
  for (const { owns, handle } of businessHandlers) {
    const own = keys.filter(owns)
    if (own.length === 0) continue
    try {
      done += await handle(platform, own)
    } catch (error) {
      await logError('something due in a test organization could not be done', error)
    }
  }
  return done
}
