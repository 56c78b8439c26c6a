import { logError } from '../../../shared/platform/log.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { commit } from '../../../shared/store/commit.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem, type Key } from '../../../shared/store/table.ts'
import { testModes } from '../../../shared/store/test-mode.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { goOn } from '../model/test-mode/test-mode-changes.ts'

/** Enqueues the next step of each test mode that is due, and gives how many. One that fails stays due. */
export async function askForSteps(platform: Platform, keys: readonly Key[]): Promise<number> {
  const outcomes = await Promise.allSettled(keys.map((key) => askForStep(platform, key)))
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') await logError('a test mode cannot be looked at', outcome.reason)
  return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length
}

async function askForStep(platform: Platform, key: Key): Promise<boolean> {
  const { table, clock } = platform
  const item = await getItem(table, key)
  const testMode = item && fromItem(testModes, item)
  if (!testMode || Date.parse(testMode.dueAt) > clock()) return false
  const work = new UnitOfWork({ ...platform, author: systemAuthor(testMode.orgId) })
  goOn(work, testMode, {}, clock())
  return (await commit(table, work)) === 'committed'
}
