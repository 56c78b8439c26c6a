import { minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import type { Item } from './item.ts'
import { nextReminderAt } from './notice.ts'

/** A notice without a delivery report counts as delivered after this time; the proof says so. */
export const deliveryReportWaitMs = 10 * minuteMs

/** When the sweep looks at an item next; null: it waits for its vendor, or is final. */
export function itemDueAt(item: Item): string | null {
  const { vendor, status, notifiedAt, acceptanceDeadline } = item
  if (status === 'sent' && vendor === 'native' && notifiedAt !== null)
    return timestamp(Date.parse(notifiedAt) + deliveryReportWaitMs)
  if (status !== 'deposited' || acceptanceDeadline === null) return null
  const reminderAt = vendor === 'native' ? nextReminderAt(item) : null
  return reminderAt ?? timestamp(Date.parse(acceptanceDeadline) + 1)
}
