import { systemAuthor } from '../../../shared/store/audit.ts'
import { commit } from '../../../shared/store/commit.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { readTestMode, type TestMode } from '../../../shared/store/test-mode.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { emptyNextPart } from './empty-next-part.ts'
import { followLive } from './follow-live.ts'

/** Writes of a step that belong to the state of the test mode; null: nothing is to be noted. */
export type Noted = ((work: UnitOfWork) => void) | null

/**
 * Takes the next step of the test mode of an organization. Every step finds out what is missing, so that it may come again,
 * or together with another one: whoever notes how far it came first has the next one follow.
 */
export async function takeTestModeStep(platform: Platform, orgId: string): Promise<void> {
  const standing = await readTestMode(platform.table, orgId)
  if (!standing) return
  const { testMode, lastActivityAt } = standing
  if (testMode.advancingTo !== null) {
    const { moveClock } = await import('./move-clock.ts')
    return await moveClock(platform, orgId)
  }
  const isFollowing = testMode.status === 'creating' || testMode.status === 'ready'
  const noted = isFollowing
    ? await followLive(platform, testMode, lastActivityAt)
    : await emptyNextPart(platform, testMode)
  if (noted) await note(platform, testMode, noted)
}

async function note(platform: Platform, { orgId }: TestMode, noted: (work: UnitOfWork) => void): Promise<void> {
  const work = new UnitOfWork({ ...platform, author: systemAuthor(orgId) })
  noted(work)
  await commit(platform.table, work)
}
