import * as v from 'valibot'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { dayMs, timestamp, timestampSchema } from '../../../shared/platform/clock.ts'
import { emailCapRefusal } from '../../../shared/store/test-emails.ts'
import type { TestMode } from '../../../shared/store/test-mode.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { advance } from '../model/test-mode/test-mode-changes.ts'
import { clockView, toClock } from './test-mode-view.ts'

/** How far the clock of a test organization can be ahead of the real time. */
const longestAheadMs = 366 * dayMs

export const advanceInput = v.object({
  advanceTo: v.pipe(
    timestampSchema,
    v.description('The time to go to: later than `now` of the clock, and at most 366 days ahead of the real time.'),
  ),
})

export const clockErrors = ['test_mode_disabled', 'test_mode_daily_email_cap', 'invalid_input'] as const

export const clockDescription =
  'The clock of a test organization moves forward only. Everything that is due on the way happens in order, at its time: requests expire, ' +
  'reminders are sent, the periods of registered mail end, tasks come round, and files are archived and purged. Waiting retries of ' +
  'webhooks that would be due by then are made once the clock has arrived. The answer comes at once: `advancingTo` is `null` when the ' +
  'clock has arrived. From then on it goes on from there. Before you move it, wait for what you have just begun, such as an invitation: ' +
  'reminders count from it. It cannot be moved, and stops on its way, when the e-mails of the day are used up. ' +
  'Ids, tokens, quotas and budgets, the cap of e-mails, the rate limit of clients, events, the audit log and the seals keep the real time. A reset takes the clock back to the real time.'

export { clockView }

/** The test mode of the clock, and how many e-mails of today are counted. */
export interface ClockFacts {
  readonly testMode: TestMode | null
  readonly sentToday: number
}

/** Has the clock of a test organization moved, and answers where it stands. */
export function advanced(
  work: UnitOfWork,
  { testMode, sentToday }: ClockFacts,
  { advanceTo }: v.InferOutput<typeof advanceInput>,
  nowMs: number,
): v.InferOutput<typeof clockView> | Refusal<(typeof clockErrors)[number]> {
  const open = openMode(testMode)
  if (isRefusal(open)) return open
  const capped = emailCapRefusal(sentToday, nowMs)
  if (capped) return capped
  const toMs = Date.parse(advanceTo)
  const standsAt = Math.max(nowMs + open.aheadMs, open.advancingTo === null ? 0 : Date.parse(open.advancingTo))
  if (toMs <= standsAt)
    return refuse('invalid_input', `The clock moves forward only. Send a time after ${timestamp(standsAt)}.`)
  if (toMs > nowMs + longestAheadMs)
    return refuse('invalid_input', `Send a time before ${timestamp(nowMs + longestAheadMs)}: 366 days from now.`)
  return toClock(advance(work, open, timestamp(toMs), nowMs), nowMs)
}

/** A test mode whose organization can be used. */
export function openMode(testMode: TestMode | null): TestMode | Refusal<'test_mode_disabled'> {
  if (testMode?.status === 'ready') return testMode
  const message = testMode
    ? 'The test organization is not ready. Look at its test mode.'
    : 'Only a test organization has a clock that can be moved.'
  return refuse('test_mode_disabled', message)
}
