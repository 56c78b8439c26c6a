import { minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import type { TestMode } from '../../../shared/store/test-mode.ts'
import { type MirrorStep, mirrorPlan, type Twins } from '../model/test-mode/mirror-plan.ts'
import { takeStep } from '../model/test-mode/mirror-step.ts'
import { goOn, waitUntil } from '../model/test-mode/test-mode-changes.ts'
import { readTwins } from '../model/test-mode/twins.ts'
import { inactivityOf } from './inactivity.ts'
import type { Noted } from './test-mode-step.ts'

/** A thousand nodes take two steps. */
const stepsAtOnce = 60
/** How much later the listings are looked at again: an index may lag behind the last change. */
const lookedAgainMs = minuteMs

/** Has the test organization follow the live one, as far as one message goes. */
export async function followLive(
  platform: Platform,
  testMode: TestMode,
  lastActivityAt: string | null,
): Promise<Noted> {
  const { table, clock } = platform
  const twins = await readTwins(table, testMode.orgId)
  const plan = mirrorPlan(twins)
  const now = plan.slice(0, stepsAtOnce)
  for (const step of now) await takeStep(platform, step)
  const nowMs = clock()
  // A role that an API key still has stays: it is tried again with every step.
  const isEqual = plan.every((step) => step.kind === 'role' && step.after === null)
  if (now.length < plan.length) {
    const left = plan.slice(now.length).reduce((sum, step) => sum + sizeOf(step), 0)
    return (work) => goOn(work, testMode, { progress: progressOf(twins, left) }, nowMs)
  }
  const progress = progressOf(twins, 0)
  if (testMode.status === 'creating') {
    // What changed while it was created is found by another look.
    if (!isEqual) return (work) => goOn(work, testMode, { progress }, nowMs)
    const ready = { status: 'ready' as const, since: timestamp(nowMs), progress }
    return (work) => waitUntil(work, testMode, ready, nowMs + lookedAgainMs)
  }
  if (!isEqual) return (work) => waitUntil(work, testMode, { progress }, nowMs + lookedAgainMs)
  return await inactivityOf(platform, testMode, lastActivityAt)
}

const sizeOf = (step: MirrorStep) => (step.kind === 'create' ? step.nodes.length : 1)

function progressOf({ live, liveRoles }: Twins, left: number): TestMode['progress'] {
  const total = live.length + liveRoles.length
  return { done: Math.max(0, total - left), total }
}
