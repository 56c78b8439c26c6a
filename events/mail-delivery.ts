import * as v from 'valibot'
import { uuid } from './uuid.ts'

/** The delivery status of an e-mail. */
export const mailStatuses = ['sent', 'delivered', 'bounced', 'complained'] as const

/** Why an e-mail did not arrive. */
export const mailFailures = [
  /** The address cannot receive e-mails. */
  'address_invalid',
  /** SES rejected it. */
  'refused',
  'no_such_mailbox',
  /** SES suppresses the address because earlier e-mails bounced or were reported. */
  'suppressed',
  'mailbox_full',
  'too_large',
  'content_rejected',
  'undeliverable',
] as const
export type MailFailure = (typeof mailFailures)[number]

/** The subject of an e-mail, so that the job that sent it finds it again. */
export const mailReferenceSchema = v.object({
  orgId: uuid,
  livemode: v.boolean(),
  resource: v.object({ type: v.string(), id: uuid }),
  /** The recipient within the resource, such as a signer. */
  recipientId: v.nullable(uuid),
})
export type MailReference = v.InferOutput<typeof mailReferenceSchema>

/** Events of an e-mail can arrive in any order; the one with the greatest `version` counts. */
export const mailDeliverySchema = v.object({
  mailId: uuid,
  kind: v.string(),
  reference: mailReferenceSchema,
  status: v.picklist(mailStatuses),
  failure: v.nullable(v.picklist(mailFailures)),
  at: v.string(),
  version: v.number(),
})
