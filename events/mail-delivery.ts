import * as v from 'valibot'
import { uuid } from './uuid.ts'

/** How far a mail has come, as it is told. */
export const mailStatuses = ['sent', 'delivered', 'bounced', 'complained'] as const

/** Why a mail did not arrive. */
export const mailFailures = [
  /** Nothing can be sent to such an address. */
  'address_invalid',
  /** SES did not take it. */
  'refused',
  'no_such_mailbox',
  /** Earlier mail to the address came back or was complained about, so that SES does not try. */
  'suppressed',
  'mailbox_full',
  'too_large',
  'content_rejected',
  'undeliverable',
] as const
export type MailFailure = (typeof mailFailures)[number]

/** What a mail is about, so that whoever had it sent finds it again. */
export const mailReferenceSchema = v.object({
  orgId: uuid,
  livemode: v.boolean(),
  resource: v.object({ type: v.string(), id: uuid }),
  /** Whom of the resource it is for, such as a signer. */
  recipientId: v.nullable(uuid),
})
export type MailReference = v.InferOutput<typeof mailReferenceSchema>

/** Of several such events of a mail the one with the greatest `version` holds, in whatever order they come. */
export const mailDeliverySchema = v.object({
  mailId: uuid,
  kind: v.string(),
  reference: mailReferenceSchema,
  status: v.picklist(mailStatuses),
  failure: v.nullable(v.picklist(mailFailures)),
  at: v.string(),
  version: v.number(),
})
