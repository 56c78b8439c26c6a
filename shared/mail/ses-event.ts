import * as v from 'valibot'
import type { MailFailure } from '../../events/mail-delivery.ts'
import type { MailNews } from './delivery.ts'

/** The tag by which SES tells us our own id of a mail. */
export const mailIdTag = 'mail-id'

/** What SES calls on the bus what it tells of a mail. https://docs.aws.amazon.com/eventbridge/latest/ref/events-ref-ses.html */
export const sesEventTypes = [
  'Email Sent',
  'Email Delivered',
  'Email Bounced',
  'Email Complaint Received',
  'Email Rejected',
] as const

/** The part of an event that is looked at. https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html */
const sesEventSchema = v.object({
  'detail-type': v.picklist(sesEventTypes),
  detail: v.object({
    mail: v.object({ messageId: v.string(), tags: v.record(v.string(), v.array(v.string())) }),
    delivery: v.optional(v.object({ smtpResponse: v.optional(v.string()) })),
    bounce: v.optional(
      v.object({
        bounceType: v.string(),
        bounceSubType: v.string(),
        bouncedRecipients: v.optional(v.array(v.object({ diagnosticCode: v.optional(v.string()) }))),
      }),
    ),
  }),
})
type SesEvent = v.InferOutput<typeof sesEventSchema>

/** What an event of SES says of which mail; null for a mail that is not ours. An event of another form throws. */
export function readSesEvent(event: unknown): { mailId: string; news: MailNews } | null {
  const read = v.parse(sesEventSchema, event)
  const [mailId] = read.detail.mail.tags[mailIdTag] ?? []
  return mailId === undefined ? null : { mailId, news: newsOf(read) }
}

function newsOf({ 'detail-type': type, detail: { mail, delivery, bounce } }: SesEvent): MailNews {
  const sesMessageId = mail.messageId
  switch (type) {
    case 'Email Sent':
      return { sesMessageId, status: 'sent' }
    case 'Email Delivered':
      return { sesMessageId, status: 'delivered', serverAnswer: printed(delivery?.smtpResponse) }
    case 'Email Complaint Received':
      return { sesMessageId, status: 'complained' }
    case 'Email Rejected':
      return { sesMessageId, status: 'bounced', reason: 'content_rejected', isPermanent: true }
    case 'Email Bounced': {
      const isPermanent = bounce?.bounceType === 'Permanent'
      const serverAnswer = printed(bounce?.bouncedRecipients?.[0]?.diagnosticCode)
      return { sesMessageId, status: 'bounced', reason: reasonOf(bounce?.bounceSubType), isPermanent, serverAnswer }
    }
  }
}

const mostOfAnswer = 500

/** A mail server can answer anything: the answer is shown as one line. */
function printed(answer: string | undefined): string | null {
  const line = answer?.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim() ?? ''
  return line === '' ? null : line.toWellFormed().slice(0, mostOfAnswer)
}

/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html#bounce-types */
const reasons: Readonly<Record<string, MailFailure>> = {
  NoEmail: 'no_such_mailbox',
  Suppressed: 'suppressed',
  OnAccountSuppressionList: 'suppressed',
  MailboxFull: 'mailbox_full',
  MessageTooLarge: 'too_large',
  ContentRejected: 'content_rejected',
  AttachmentRejected: 'content_rejected',
}

function reasonOf(bounceSubType = ''): MailFailure {
  return (Object.hasOwn(reasons, bounceSubType) ? reasons[bounceSubType] : undefined) ?? 'undeliverable'
}
