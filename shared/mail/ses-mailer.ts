import { type Attachment, SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2'
import { unrepeatedCalls } from '../platform/aws-calls.ts'
import { environment } from '../platform/environment.ts'
import { deliverableAddress, headerAddress, headerLine, readAddress } from './address.ts'
import type { Handover, MailAttachment, Mailer, OutgoingMail } from './mailer.ts'
import { isRefusedCall } from './refused-call.ts'
import { mailIdTag } from './ses-event.ts'

interface SesMailerOptions {
  readonly client?: SESv2Client
  /** `Sealpost <no-reply@example.com>`, or the address alone. */
  readonly from?: string
  readonly configurationSet?: string
}

/** A mailer of SES; client and settings are those of the function where none are given. */
export function sesMailer(options: SesMailerOptions = {}): Mailer {
  const client = options.client ?? new SESv2Client(unrepeatedCalls)
  const from = options.from ?? environment('MAIL_FROM')
  const configurationSet = options.configurationSet ?? environment('MAIL_CONFIGURATION_SET')
  return async (mail) => {
    const recipient = deliverableAddress(mail.recipient)
    if (!recipient) return { outcome: 'refused', reason: 'address_invalid', error: null }
    try {
      const input = inputOf({ ...mail, recipient }, { from, configurationSet })
      const { MessageId } = await client.send(new SendEmailCommand(input))
      if (!MessageId) throw new Error('SES named no message')
      return { outcome: 'taken', sesMessageId: MessageId }
    } catch (error) {
      return handoverOf(error)
    }
  }
}

function inputOf(
  { id, kind, recipient, content }: OutgoingMail,
  { from, configurationSet }: { from: string; configurationSet: string },
): SendEmailCommandInput {
  const { subject, html, text, fromName, replyTo, attachment } = content
  const sender = readAddress(from)
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })
  return {
    FromEmailAddress: headerAddress({ name: fromName ?? sender.name, address: sender.address }),
    Destination: { ToAddresses: [recipient] },
    ...(replyTo && { ReplyToAddresses: replyToAddresses(replyTo) }),
    Content: {
      Simple: {
        Subject: utf8(headerLine(subject)),
        Body: { Html: utf8(html), Text: utf8(text) },
        ...(attachment && { Attachments: [attached(attachment)] }),
        // So that nobody's absence is announced to us (RFC 3834; Exchange has its own header).
        Headers: [
          { Name: 'Auto-Submitted', Value: 'auto-generated' },
          { Name: 'X-Auto-Response-Suppress', Value: 'All' },
        ],
      },
    },
    ConfigurationSetName: configurationSet,
    EmailTags: [
      { Name: mailIdTag, Value: id },
      { Name: 'kind', Value: kind },
    ],
  }
}

function attached({ fileName, contentType, bytes }: MailAttachment): Attachment {
  return {
    RawContent: bytes,
    FileName: fileName,
    ContentType: contentType,
    ContentDisposition: 'ATTACHMENT',
    ContentTransferEncoding: 'BASE64',
  }
}

/** Where replies to an address cannot be sent, they go to the sender. */
function replyToAddresses({ name, address }: NonNullable<OutgoingMail['content']['replyTo']>): string[] {
  const deliverable = deliverableAddress(address)
  return deliverable ? [headerAddress({ name, address: deliverable })] : []
}

/** Refusals that the same mail would meet again. */
const finalRefusals = ['MessageRejected', 'BadRequestException']

function handoverOf(error: unknown): Handover {
  if (!(error instanceof Error) || !isRefusedCall(error)) throw error
  // What lacks is the verification of the domain, or the account is in the sandbox still: that says nothing of the mail.
  const isUnverified = /\bnot verified\b/.test(error.message)
  return finalRefusals.includes(error.name) && !isUnverified
    ? { outcome: 'refused', reason: 'refused', error }
    : { outcome: 'busy', error }
}
