import * as v from 'valibot'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodeKey, nodes, type Organization } from '../../../shared/store/entities.ts'
import type { Item } from '../../../shared/store/table.ts'
import { emailsSentIn, testEmailKey, testEmailsPerDay } from '../../../shared/store/test-emails.ts'
import {
  type StandingTestMode,
  type TestMode,
  testModeIn,
  testModeKeys,
  testModeStatuses,
} from '../../../shared/store/test-mode.ts'
import { isTwinId, twinIdOf } from '../../../shared/store/twin-ids.ts'
import { purgeTimeMs } from '../model/test-mode/test-mode-changes.ts'

/** Where the clock of a test organization stands. */
export const clockView = v.pipe(
  v.object({
    now: v.pipe(v.string(), v.description('The time in the test organization.')),
    advancingTo: v.pipe(
      v.nullable(v.string()),
      v.description('The time that the clock is being moved to; `null` when it has arrived.'),
    ),
  }),
  v.title('TestClock'),
)

export function toClock({ aheadMs, advancingTo }: Pick<TestMode, 'aheadMs' | 'advancingTo'>, nowMs: number) {
  return { now: timestamp(nowMs + aheadMs), advancingTo }
}

/** The test mode of an organization as it is answered. */
export const testModeView = v.pipe(
  v.object({
    enabled: v.boolean(),
    status: v.pipe(
      v.picklist(['none', ...testModeStatuses]),
      v.description('The test organization can be used only while it is `ready`.'),
    ),
    progress: v.pipe(
      v.object({ done: v.number(), total: v.number() }),
      v.description('How far the creation, the reset or the purge has come.'),
    ),
    twinOrgId: v.pipe(v.nullable(uuid), v.description('The test organization.')),
    enabledAt: v.nullable(v.string()),
    lastActivityAt: v.pipe(v.nullable(v.string()), v.description('The last write in the test organization.')),
    purgeAt: v.pipe(v.nullable(v.string()), v.description('When it is deleted unless somebody writes in it before.')),
    clock: v.pipe(v.nullable(clockView), v.description('`null` when test mode is off.')),
    emails: v.object({ sentToday: v.number(), dailyCap: v.number(), resetsAt: v.string() }),
  }),
  v.title('TestMode'),
)

/** What the operations on a test mode read. */
export interface TestModeFacts {
  readonly organization: Organization | null
  readonly standing: StandingTestMode | null
  readonly sentToday: number
}

export async function readTestModeFacts(readItems: BatchLoader, orgId: string, nowMs: number): Promise<TestModeFacts> {
  const testOrgId = twinIdOf(orgId)
  const keys = [nodeKey(orgId), ...testModeKeys(testOrgId), testEmailKey(testOrgId, nowMs)]
  return factsIn(await readItems(keys), orgId, nowMs)
}

function factsIn(items: readonly Item[], orgId: string, nowMs: number): TestModeFacts {
  const testOrgId = twinIdOf(orgId)
  const organization = recordsOf(nodes, items).find((node) => node.type === 'organization') ?? null
  return {
    organization,
    standing: testModeIn(items, testOrgId),
    sentToday: emailsSentIn(items, testOrgId, nowMs),
  }
}

/** The live organization of a path; a test organization has no test organization itself. */
export function liveOrganizationOf({ organization }: TestModeFacts): Organization | Refusal<'test_mode_not_available'> {
  if (!organization) throw new Error('the record of the organization is missing')
  if (organization.livemode && !isTwinId(organization.id)) return organization
  return refuse('test_mode_not_available', 'This is a test organization itself. Use the id of the live organization.')
}

const off = { done: 0, total: 0 }

export function toTestMode({ standing, sentToday }: Omit<TestModeFacts, 'organization'>, nowMs: number) {
  const resetsAt = timestamp((Math.floor(nowMs / dayMs) + 1) * dayMs)
  const emails = { sentToday, dailyCap: testEmailsPerDay, resetsAt }
  const nothing = { twinOrgId: null, enabledAt: null, lastActivityAt: null, purgeAt: null, clock: null }
  if (!standing) return { enabled: false, status: 'none' as const, progress: off, ...nothing, emails }
  const { testMode, lastActivityAt } = standing
  const { status, progress, pass, orgId, enabledAt } = testMode
  const shown = { status, progress: pass === 2 ? { ...progress, done: progress.total } : progress }
  if (status === 'purging') return { enabled: false, ...shown, ...nothing, emails }
  const clock = toClock(testMode, nowMs)
  const purgeAt = timestamp(purgeTimeMs(testMode, lastActivityAt))
  return { enabled: true, ...shown, twinOrgId: twinIdOf(orgId), enabledAt, lastActivityAt, purgeAt, clock, emails }
}
