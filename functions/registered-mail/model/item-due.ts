import { dayMs, hourMs, minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { isExternal } from '../vendors/external-vendors.ts'
import type { Item } from './item.ts'
import { nextReminderAt } from './notice.ts'

/** A notice without a delivery report counts as delivered after this time; the proof says so. */
export const deliveryReportWaitMs = 10 * minuteMs

/** The queue gives up to hand an item over within an hour. */
const handoverWaitMs = hourMs
/** A notice can wait a day or two for the e-mail budgets. */
const reportWaitMs = 2 * dayMs

/** When an item has been with its queue or its vendor for too long. */
function missedDueAt({ submittedAt, missedAt, timeline }: Item): string | null {
  const startedAt = timeline.findLast(({ status }) => status === 'sending')?.at
  const times = [startedAt, submittedAt, missedAt].flatMap((at) => at ?? [])
  const lastMs = Math.max(...times.map((at) => Date.parse(at)))
  return times.length === 0 ? null : timestamp(lastMs + (submittedAt === null ? handoverWaitMs : reportWaitMs))
}

/** When the sweep looks at an item next; null: it is final, or waits for the notice to a changed address. */
export function itemDueAt(item: Item): string | null {
  const { vendor, status, notifiedAt, acceptanceDeadline } = item
  if (status === 'sending') return missedDueAt(item)
  if (status === 'sent' && vendor === 'native' && notifiedAt !== null)
    return timestamp(Date.parse(notifiedAt) + deliveryReportWaitMs)
  // An outside vendor itself says when the period is over.
  if (status !== 'deposited' || acceptanceDeadline === null || isExternal(vendor)) return null
  const reminderAt = vendor === 'native' ? nextReminderAt(item) : null
  return reminderAt ?? timestamp(Date.parse(acceptanceDeadline) + 1)
}
