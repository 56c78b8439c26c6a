import { timestamp } from '../../../shared/platform/clock.ts'
import type { Item } from '../model/item.ts'
import { deliveryReportWaitMs, itemDueAt } from '../model/item-due.ts'
import { type Cause, type ItemChange, reported, stepOf } from '../model/item-transitions.ts'
import { nextReminderAt, noticeNumberOf, remindersDueBy } from '../model/notice.ts'
import { system } from '../model/step-actor.ts'
import { handoverOf } from '../vendors/external-vendors.ts'

/**
 * What time alone does to an item: without a delivery report its notice counts as delivered after ten minutes, reminders are
 * due every three days, and after the deadline it is neglected. An item that nobody took over is handed over again. Null: nothing is
 * due (any more).
 */
export function dueChange(item: Item, nowMs: number): ItemChange | null {
  const cause: Cause = { nowMs, actor: system, ip: null, userAgent: null }
  const at = timestamp(nowMs)
  if (item.status === 'sending') return missed(item, nowMs)
  if (item.status === 'sent' && item.notifiedAt !== null) {
    if (nowMs < Date.parse(item.notifiedAt) + deliveryReportWaitMs) return null
    const detail = { deliveryReport: 'none' }
    return reported(item, { to: 'deposited', at, source: 'system', detail }, cause)
  }
  if (item.status !== 'deposited' || item.acceptanceDeadline === null) return null
  if (nowMs > Date.parse(item.acceptanceDeadline))
    return reported(item, { to: 'neglected', at, source: 'system' }, cause)
  const reminderAt = nextReminderAt(item)
  return reminderAt !== null && nowMs >= Date.parse(reminderAt) ? reminded(item, cause) : null
}

/** The job asks the vendor for the attempt before it hands the item over: a vendor that has it gets it no second time. */
function missed(item: Item, nowMs: number): ItemChange | null {
  const dueAt = itemDueAt(item)
  if (dueAt === null || nowMs < Date.parse(dueAt)) return null
  return {
    after: { ...item, missedAt: timestamp(nowMs) },
    steps: [],
    events: [],
    jobs: item.submittedAt === null ? [handoverOf(item)] : [],
  }
}

function reminded(item: Item, cause: Cause): ItemChange {
  const { mailId, id: itemId } = item
  const number = remindersDueBy(item, cause.nowMs)
  return {
    after: { ...item, remindersSent: number },
    steps: [stepOf('reminded', cause, { number })],
    events: [],
    jobs: [{ type: 'registered_mail.reminder_due', data: { mailId, itemId, notice: noticeNumberOf(item) } }],
  }
}
