import type { InternalEvent } from '../../../events/internal.ts'
import type { Mail as SentEmail } from '../../../shared/mail/mail.ts'
import { mailOf } from '../../../shared/mail/note-news.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { changeItemInJob } from '../model/change-item.ts'
import type { Item } from '../model/item.ts'
import { isFinal } from '../model/item-status.ts'
import { type Cause, type ItemChange, type Report, reported, stepOf, withNotice } from '../model/item-transitions.ts'
import { noticeNumberOf } from '../model/notice.ts'
import { system } from '../model/step-actor.ts'
import type { StepType } from '../model/steps.ts'
import { heardKinds, kindOf } from './mail-kinds.ts'

export type MailDelivery = Extract<InternalEvent, { type: 'mail.delivery_changed' }>['data']

/** Whether the news is of an e-mail to the recipient of a registered mail. */
export function isOfItem({ kind }: MailDelivery): boolean {
  return heardKinds.includes(kind)
}

/**
 * Notes with an item what became of an e-mail to its recipient. SES taking the notice sends the item, and its delivery deposits it.
 * News of an address that was changed since tells nothing of the item.
 */
export async function hearOfMail(platform: Platform, told: MailDelivery): Promise<void> {
  const { resource, recipientId: itemId } = told.reference
  const email = itemId === null ? null : await mailOf(platform.table, told.mailId)
  if (!email || itemId === null) return
  await changeItemInJob(platform, { mailId: resource.id, itemId }, (item, nowMs) => {
    if (item.email.toLowerCase() !== email.recipient.toLowerCase()) return null
    // SES knows nothing of the clock of a test organization, which may be ahead.
    const aheadMs = Math.max(0, nowMs - platform.clock())
    const at = timestamp(Date.parse(told.at) + aheadMs)
    return changeAfter(item, { ...told, at }, email, { nowMs, actor: system, ip: null, userAgent: null })
  })
}

function changeAfter(item: Item, told: MailDelivery, email: SentEmail, cause: Cause): ItemChange | null {
  const { mailId: id, version } = told
  const others = item.emails.filter((each) => each.id !== id)
  const known = item.emails.find((each) => each.id === id)
  // News comes twice and in any order.
  if (known && known.version >= version) return null
  const noted = { ...item, emails: [...others, { id, version }] }
  const moved = movement(noted, told, email, cause)
  const step = stepOf(stepTypes[told.status], cause, {
    mailId: told.mailId,
    kind: told.kind,
    messageId: email.sesMessageId,
    to: email.recipient,
    ...(email.status === told.status && email.serverAnswer && { serverAnswer: email.serverAnswer }),
    ...(told.failure && { reason: told.failure, isPermanent: email.failure?.isPermanent ?? true }),
    // The first notice has a step of its own.
    ...(moved && moved.steps.length === 0 && { notifiedAt: moved.after.notifiedAt }),
  })
  if (moved) return { ...moved, steps: [step, ...moved.steps] }
  return { after: noted, steps: [step], events: [], jobs: [] }
}

const stepTypes: Readonly<Record<MailDelivery['status'], StepType>> = {
  sent: 'email_sent',
  delivered: 'email_delivered',
  bounced: 'email_bounced',
  complained: 'email_complained',
}

/** What the news means for the item; null: nothing. Only the notice moves it, and reminders that bounce for good. */
function movement(item: Item, told: MailDelivery, email: SentEmail, cause: Cause): ItemChange | null {
  const { status, at, mailId, failure } = told
  if (isFinal(item.status)) return null
  const isNotice = told.kind === kindOf.notice
  const report = { at, source: 'system' as const, detail: { mailId } }
  if (status === 'bounced') {
    // Some servers answer for people who are away: such a bounce may be none, and a delivery can follow.
    if (email.failure?.isPermanent === false) return null
    return reported(item, { ...report, ...endOf(item, email, failure ?? 'undeliverable') }, cause)
  }
  if (!isNotice) return null
  // News comes in any order: a notice that was delivered has been sent.
  const isUnnoticed = item.status === 'deposited' && item.notifiedAt === null
  if (status === 'sent' || isUnnoticed) return noticeSent(item, report, cause)
  return reported(item, { to: 'deposited', ...report }, cause)
}

/** The first notice sends the item. A notice to a changed address starts the period anew. */
function noticeSent(item: Item, report: Omit<Report, 'to'>, cause: Cause): ItemChange | null {
  if (item.status === 'sending') return reported(item, { to: 'sent', ...report, notifiedAt: report.at }, cause)
  if (noticeNumberOf(item) === 1) return null
  return { after: { ...withNotice(item, report.at, 'system'), remindersSent: 0 }, steps: [], events: [], jobs: [] }
}

/**
 * An address that SES never took is a refusal: the item can be retried. One that bounced after that was notified in vain, and so was an
 * item that was deposited at an earlier address.
 */
function endOf({ status }: Item, { sesMessageId }: SentEmail, reason: string): Pick<Report, 'to' | 'failure'> {
  const wasTaken = sesMessageId !== null
  const message = wasTaken ? 'The notice could not be delivered.' : 'The notice could not be sent to this address.'
  return { to: wasTaken || status === 'deposited' ? 'bounced' : 'failed', failure: { code: reason, message } }
}
