import type { Refusal } from '../../../shared/errors/refusal.ts'
import { hourMs, minuteMs } from '../../../shared/platform/clock.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { countInCommit, type WindowLimit, windowRefusal } from '../../../shared/store/window-count.ts'

/** How often people can have a subscription posted to. The receiver may be somebody else's, and did not ask for it. */
export const webhookLimits = {
  /** Test events a minute. */
  tests: 10,
  /** Replays of one delivery a minute: enough for somebody who goes through a list of failures by hand. */
  replays: 60,
  /** Replays of many deliveries an hour. Each of them can attempt everything of the last 30 days again. */
  bulkReplays: 10,
} as const

export function testsOf(webhookId: string): WindowLimit {
  return { partition: `WEBHOOK#${webhookId}#TESTS`, windowMs: minuteMs, limit: webhookLimits.tests }
}

export function replaysOf(webhookId: string): WindowLimit {
  return { partition: `WEBHOOK#${webhookId}#REPLAYS`, windowMs: minuteMs, limit: webhookLimits.replays }
}

export function bulkReplaysOf(webhookId: string): WindowLimit {
  return { partition: `WEBHOOK#${webhookId}#BULK_REPLAYS`, windowMs: hourMs, limit: webhookLimits.bulkReplays }
}

/** Counts a test event with its commit. One too many is refused. */
export function countTest(work: UnitOfWork, webhookId: string, nowMs: number): void {
  const window = testsOf(webhookId)
  const message = `A subscription can be tested ${window.limit} times a minute. Wait a moment.`
  countInCommit(work, window, nowMs, windowRefusal(window, nowMs, { message, reason: 'webhook_tests' }))
}

/** Counts the replay of a delivery with its commit. One too many is refused. */
export function countReplay(work: UnitOfWork, webhookId: string, nowMs: number): void {
  const window = replaysOf(webhookId)
  const message = `${window.limit} deliveries of a subscription can be replayed one by one in a minute. Wait a moment, or replay all of a period at once.`
  countInCommit(work, window, nowMs, replayRefusal(window, message, nowMs))
}

/** Counts the replay of many deliveries with its commit. One too many is refused. */
export function countBulkReplay(work: UnitOfWork, webhookId: string, nowMs: number): void {
  const window = bulkReplaysOf(webhookId)
  const message = `The deliveries of a subscription can be replayed ${window.limit} times an hour. Earlier replays may still be under way.`
  countInCommit(work, window, nowMs, replayRefusal(window, message, nowMs))
}

function replayRefusal(window: WindowLimit, message: string, nowMs: number): Refusal<'rate_limited'> {
  return windowRefusal(window, nowMs, { message, reason: 'webhook_replays' })
}
