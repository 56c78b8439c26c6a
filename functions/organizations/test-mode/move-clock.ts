import { setTimeout } from 'node:timers/promises'
import { minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { commit } from '../../../shared/store/commit.ts'
import { type DueItem, dueIn } from '../../../shared/store/due.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem } from '../../../shared/store/table.ts'
import { emailCapRefusal, emailsSentIn, testEmailKey } from '../../../shared/store/test-emails.ts'
import { readTestMode, type TestMode, testModes } from '../../../shared/store/test-mode.ts'
import { twinIdOf } from '../../../shared/store/twin-ids.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { handleBusiness } from '../../sweep/test-organizations.ts'
import { bringRetriesForward } from '../../webhooks/model/change-webhook.ts'
import { webhooksOf } from '../../webhooks/model/webhook.ts'
import { goOn } from '../model/test-mode/test-mode-changes.ts'

/** What one message plays; another one goes on from there. */
const playsForMs = 3 * minuteMs
/** How often one thing is tried that stays due: its handler fails, or the index lags behind it. */
const maxTries = 5
const lagMs = 50
/** How long the jobs that an item starts have, such as an e-mail, before the next item is handled. */
const jobsTakeMs = 300
const lookedAtOnce = 50

/**
 * Moves the clock of a test organization to the time that was asked for. It stops at each moment when something is due, does
 * that, and goes on: so everything happens in its order and at its time, and nothing counts as late.
 */
export async function moveClock(platform: Platform, orgId: string): Promise<void> {
  const endMs = platform.clock() + playsForMs
  const tries = new Map<string, number>()
  for (;;) {
    const testMode = (await readTestMode(platform.table, orgId))?.testMode
    if (testMode?.status !== 'ready' || testMode.advancingTo === null) return
    if (platform.clock() > endMs) {
      await write(platform, testMode, (work) => goOn(work, testMode, {}, platform.clock()))
      return
    }
    const next = await nextDue(platform, testMode, tries)
    // After it was found: another job may have played what came before, which sent the last e-mail.
    if (await isCapped(platform, orgId)) {
      // What is due next could send more. Where the clock stands, it stays.
      if (await write(platform, testMode, (work) => change(work, testMode, { advancingTo: null }))) return
      continue
    }
    if (!next) {
      if (await arrive(platform, testMode)) return
    } else if (await standAt(platform, testMode, next)) await play(platform, testMode, next, tries)
  }
}

/** Whether the e-mails of the day are used up. The cap goes by the real time, so that no clock gets around it. */
async function isCapped({ table, clock }: Platform, orgId: string): Promise<boolean> {
  const [testOrgId, nowMs] = [twinIdOf(orgId), clock()]
  const item = await getItem(table, testEmailKey(testOrgId, nowMs))
  return emailCapRefusal(item ? emailsSentIn([item], testOrgId, nowMs) : 0, nowMs) !== null
}

async function nextDue({ table }: Platform, { orgId, advancingTo }: TestMode, tries: ReadonlyMap<string, number>) {
  const due = await dueIn(table, twinIdOf(orgId), Date.parse(advancingTo ?? ''), lookedAtOnce)
  return due.find((item) => (tries.get(nameOf(item)) ?? 0) < maxTries)
}

const nameOf = ({ PK, SK, dueAt }: DueItem) => `${PK} ${SK} ${dueAt}`

/** Sets the clock to the time when the next item is due, unless it is past that. False: the test mode was changed by somebody else. */
async function standAt(platform: Platform, testMode: TestMode, { dueAt }: DueItem): Promise<boolean> {
  // One more: some things are due after their moment, and not at it.
  const aheadMs = Date.parse(dueAt) + 1 - platform.clock()
  if (aheadMs <= testMode.aheadMs) return true
  return await write(platform, testMode, (work) => change(work, testMode, { aheadMs }))
}

async function play(platform: Platform, { orgId }: TestMode, next: DueItem, tries: Map<string, number>): Promise<void> {
  const due = await dueIn(platform.table, twinIdOf(orgId), Date.parse(next.dueAt), lookedAtOnce)
  const done = await handleBusiness(platform, due)
  for (const item of [next, ...due]) tries.set(nameOf(item), (tries.get(nameOf(item)) ?? 0) + 1)
  await setTimeout(done > 0 ? jobsTakeMs : lagMs)
}

/** Nothing else is due: the clock stands where it was to go, and webhooks try again what they would have tried by then. */
async function arrive(platform: Platform, testMode: TestMode): Promise<boolean> {
  const { table, clock } = platform
  const testOrgId = twinIdOf(testMode.orgId)
  const nowMs = clock()
  const aheadMs = Math.max(testMode.aheadMs, Date.parse(testMode.advancingTo ?? '') - nowMs)
  // Retries wait in real time: those are due that the clock has moved past.
  const dueBefore = timestamp(nowMs + aheadMs - testMode.aheadBeforeMs)
  const subscriptions = await webhooksOf(table, { orgId: testOrgId, applicationId: null })
  return await write(platform, testMode, (work) => {
    change(work, testMode, { aheadMs, advancingTo: null })
    for (const webhook of subscriptions)
      if (webhook.status === 'enabled')
        bringRetriesForward(work, webhook, { failedBefore: timestamp(nowMs), dueBefore })
  })
}

function change(work: UnitOfWork, before: TestMode, changed: Partial<TestMode>): void {
  work.update(testModes, before, { ...before, ...changed, version: before.version + 1 })
}

async function write(platform: Platform, { orgId }: TestMode, decide: (work: UnitOfWork) => void): Promise<boolean> {
  const work = new UnitOfWork({ ...platform, author: systemAuthor(orgId) })
  decide(work)
  return (await commit(platform.table, work)) === 'committed'
}
