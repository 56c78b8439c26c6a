import { dayMs, minuteMs, timestamp } from '../../../../shared/platform/clock.ts'
import type { AuditEntry } from '../../../../shared/store/audit.ts'
import { nodes, type Organization, wholeOf } from '../../../../shared/store/entities.ts'
import { openNodeUsage } from '../../../../shared/store/node-usage.ts'
import { type TestMode, testModes } from '../../../../shared/store/test-mode.ts'
import { twinIdOf } from '../../../../shared/store/twin-ids.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { testNameOf } from './mirror-plan.ts'

/** How long the next step may take before the sweep asks for it again. */
const stepGraceMs = 5 * minuteMs

/** A test organization is purged after so many days without a write, and its administrators are warned before. */
export const purgedAfterDays = 90
export const warnedAfterDays = [76, 83] as const

/** Creates the test organization. Its tree follows step by step. */
export function enable(work: UnitOfWork, organization: Organization, nowMs: number): TestMode {
  const { id: orgId, providerId } = organization
  const at = timestamp(nowMs)
  const testMode: TestMode = {
    orgId,
    providerId,
    status: 'creating',
    enabledAt: at,
    since: at,
    progress: { done: 0, total: 0 },
    pass: 1,
    warnings: 0,
    aheadMs: 0,
    aheadBeforeMs: 0,
    advancingTo: null,
    dueAt: timestamp(nowMs + stepGraceMs),
    version: 1,
  }
  work.create(testModes, testMode)
  const linked = { ...organization, twinOrgId: twinIdOf(orgId), version: organization.version + 1 }
  work.update(nodes, organization, linked)
  const twin = twinOf(organization, at)
  work.create(nodes, twin)
  openNodeUsage(work, wholeOf(twin.id))
  nextStep(work, testMode)
  work.audit(auditOf(organization, 'test_mode.enabled'))
  return testMode
}

function twinOf({ partnerName: _, ...organization }: Organization, createdAt: string): Organization {
  const id = twinIdOf(organization.id)
  return {
    ...organization,
    id,
    orgId: id,
    name: testNameOf(organization.name),
    livemode: false,
    twinOrgId: organization.id,
    createdAt,
    version: 1,
  }
}

/** Closes the test organization, and has everything deleted that was made in it. */
export function reset(work: UnitOfWork, organization: Organization, testMode: TestMode, nowMs: number): TestMode {
  const after = emptied(work, testMode, 'resetting', nowMs)
  work.audit(auditOf(organization, 'test_mode.reset'))
  return after
}

/** Closes the test organization, and has it deleted as a whole. The live organization forgets it at once. */
export function disable(work: UnitOfWork, organization: Organization, testMode: TestMode, nowMs: number): TestMode {
  const after = emptied(work, testMode, 'purging', nowMs)
  work.update(nodes, organization, { ...organization, twinOrgId: null, version: organization.version + 1 })
  work.audit(auditOf(organization, 'test_mode.disabled'))
  return after
}

function emptied(work: UnitOfWork, before: TestMode, status: 'resetting' | 'purging', nowMs: number): TestMode {
  const after: TestMode = {
    ...before,
    status,
    since: timestamp(nowMs),
    progress: { done: 0, total: 0 },
    pass: 1,
    warnings: 0,
    aheadMs: 0,
    aheadBeforeMs: 0,
    advancingTo: null,
    dueAt: timestamp(nowMs + stepGraceMs),
    version: before.version + 1,
  }
  work.update(testModes, before, after)
  nextStep(work, after)
  return after
}

/** Has the clock of the test organization moved to a time. */
export function advance(work: UnitOfWork, before: TestMode, advancingTo: string, nowMs: number): TestMode {
  const dueAt = timestamp(nowMs + stepGraceMs)
  const aheadBeforeMs = before.advancingTo === null ? before.aheadMs : before.aheadBeforeMs
  const after = { ...before, aheadBeforeMs, advancingTo, dueAt, version: before.version + 1 }
  work.update(testModes, before, after)
  nextStep(work, after)
  const { orgId } = before
  const id = twinIdOf(orgId)
  const changes = [{ field: 'clock', from: timestamp(nowMs + before.aheadMs), to: advancingTo }]
  const target = { type: 'organization' as const, id, label: null }
  work.audit({ orgId: id, livemode: false, action: 'test_mode.clock_advanced', target, nodeId: id, changes })
  return after
}

/** Notes how far a step came, and has the next one follow. */
export function goOn(work: UnitOfWork, before: TestMode, change: Partial<TestMode>, nowMs: number): void {
  const dueAt = timestamp(nowMs + stepGraceMs)
  work.update(testModes, before, { ...before, dueAt, ...change, version: before.version + 1 })
  nextStep(work, before)
}

/** Notes how far a step came. The next one follows when it is due. */
export function waitUntil(work: UnitOfWork, before: TestMode, change: Partial<TestMode>, dueMs: number): void {
  work.update(testModes, before, { ...before, ...change, dueAt: timestamp(dueMs), version: before.version + 1 })
}

function nextStep(work: UnitOfWork, { orgId }: TestMode): void {
  work.enqueue({ type: 'test_mode.step_due', data: { orgId } }, { orgId, livemode: true })
}

type TestModeAction = Extract<AuditEntry['action'], `test_mode.${string}`>

function auditOf({ id, name }: Organization, action: TestModeAction): AuditEntry {
  const target = { type: 'organization', id, label: name }
  return { orgId: id, livemode: true, action, target, nodeId: id, changes: [] }
}

/** When the test organization is purged unless somebody writes in it. */
export function purgeTimeMs({ enabledAt }: TestMode, lastActivityAt: string | null): number {
  return lastActiveMs(enabledAt, lastActivityAt) + purgedAfterDays * dayMs
}

/** The time of the last write; before the first one, that of the enabling. */
export function lastActiveMs(enabledAt: string, lastActivityAt: string | null): number {
  return Date.parse(lastActivityAt ?? enabledAt)
}
