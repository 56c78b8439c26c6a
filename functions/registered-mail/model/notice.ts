import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import type { Item } from './item.ts'

/** Each accepted change of the e-mail sends another notice, with a link and a deadline of its own. */
export function noticeNumberOf({ recipientUpdates }: Pick<Item, 'recipientUpdates'>): number {
  return 1 + recipientUpdates.filter(({ status, email }) => status === 'accepted' && email !== null).length
}

const reminderEveryMs = 3 * dayMs

/** When the next reminder is due; null: none comes before the deadline. */
export function nextReminderAt({
  notifiedAt,
  acceptanceDeadline,
  remindersSent,
}: Pick<Item, 'notifiedAt' | 'acceptanceDeadline' | 'remindersSent'>): string | null {
  if (notifiedAt === null || acceptanceDeadline === null) return null
  const atMs = Date.parse(notifiedAt) + (remindersSent + 1) * reminderEveryMs
  return atMs <= Date.parse(acceptanceDeadline) ? timestamp(atMs) : null
}

/** How many reminders count as sent at a moment: after a stall, those that were missed are not sent one after the other. */
export function remindersDueBy({ notifiedAt }: Pick<Item, 'notifiedAt'>, nowMs: number): number {
  return notifiedAt === null ? 0 : Math.floor((nowMs - Date.parse(notifiedAt)) / reminderEveryMs)
}
