import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../shared/store/entities.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem } from '../../../shared/store/table.ts'
import type { TestMode } from '../../../shared/store/test-mode.ts'
import {
  disable,
  lastActiveMs,
  purgedAfterDays,
  purgeTimeMs,
  waitUntil,
  warnedAfterDays,
} from '../model/test-mode/test-mode-changes.ts'
import type { Noted } from './test-mode-step.ts'

/** What follows from the time since the last write in a test organization: nothing, a warning, or its purge. */
export async function inactivityOf(
  { table, clock }: Platform,
  testMode: TestMode,
  lastActivityAt: string | null,
): Promise<Noted> {
  const { orgId, enabledAt } = testMode
  const nowMs = clock()
  const lastMs = lastActiveMs(enabledAt, lastActivityAt)
  const idleDays = (nowMs - lastMs) / dayMs
  if (idleDays >= purgedAfterDays) {
    const item = await getItem(table, nodeKey(orgId))
    const organization = item && fromItem(nodes, item)
    if (organization?.type !== 'organization') throw new Error(`the organization ${orgId} does not exist`)
    return (work) => disable(work, organization, testMode, nowMs)
  }
  const warnings = warnedAfterDays.filter((days) => idleDays >= days).length
  const nextMs = lastMs + (warnedAfterDays[warnings] ?? purgedAfterDays) * dayMs
  if (warnings === testMode.warnings && testMode.dueAt === timestamp(nextMs)) return null
  const purgeAt = timestamp(purgeTimeMs(testMode, lastActivityAt))
  return (work) => {
    if (warnings > testMode.warnings)
      work.enqueue({ type: 'test_mode.letter_due', data: { orgId, purgeAt } }, { orgId, livemode: true })
    waitUntil(work, testMode, { warnings }, nextMs)
  }
}
