import * as v from 'valibot'
import { creatorSchema } from '../../../shared/auth/creator.ts'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { textRecord } from '../../../shared/platform/text-record.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import type { EventPlace } from '../../../shared/store/outbox-entry.ts'
import { registeredMailTypes } from '../../../shared/store/settings-fields.ts'
import { mailStatuses } from './aggregated-status.ts'
import { itemStatuses } from './item-status.ts'
import { stepActorSchema } from './step-actor.ts'

export type MailType = (typeof registeredMailTypes)[number]

const time = timestampSchema
const text = v.nullable(v.string())

export const attachmentSchema = v.object({
  id: uuid,
  fileName: v.string(),
  size: v.number(),
  pageCount: v.number(),
  sha256: v.string(),
  createdAt: time,
})
export type Attachment = v.InferOutput<typeof attachmentSchema>

/** The sender account as it was when the draft was last written, or when the mail was sent. */
export const mailSenderSchema = v.object({
  id: uuid,
  label: v.string(),
  kind: v.string(),
  firstName: text,
  lastName: text,
  company: text,
  email: v.string(),
  vendor: v.string(),
  verifiedAt: v.nullable(time),
})
export type MailSender = v.InferOutput<typeof mailSenderSchema>

/** A recipient as lists show them and as filters find them. */
export const listedRecipientSchema = v.object({
  id: uuid,
  contactId: v.nullable(uuid),
  contactKeptBy: text,
  firstName: text,
  lastName: text,
  company: text,
  email: text,
  reference: text,
  status: v.picklist(itemStatuses),
})
export type ListedRecipient = v.InferOutput<typeof listedRecipientSchema>

/** The send of a mail. */
const sendSchema = v.object({
  /** SHA-256 of the idempotency key, kept as long as the mail. */
  keyHash: v.string(),
  sentAt: time,
  sentBy: creatorSchema,
  /** The sender in the evidence of each item. */
  actor: stepActorSchema,
  ip: text,
  userAgent: text,
})

/** A registered mail as stored. Its letter, its people and its items are separate items of the same partition. */
export const mailSchema = v.object({
  id: uuid,
  orgId: uuid,
  entityId: uuid,
  providerId: uuid,
  livemode: v.boolean(),
  type: v.picklist(registeredMailTypes),
  vendor: text,
  subject: text,
  clientReference: text,
  reference: text,
  contentSha256: text,
  senderAccountId: v.nullable(uuid),
  sender: v.nullable(mailSenderSchema),
  attachments: v.array(attachmentSchema),
  metadata: textRecord(v.string(), v.string()),
  recipientCount: v.number(),
  /** The first recipients, for lists. The statuses follow the items, which alone are the truth after the send. */
  listed: v.array(listedRecipientSchema),
  status: v.picklist(mailStatuses),
  send: v.nullable(sendSchema),
  completedAt: v.nullable(time),
  canceledAt: v.nullable(time),
  source: v.picklist(['user', 'integration']),
  createdBy: creatorSchema,
  createdAt: time,
  updatedAt: time,
  version: v.number(),
})
export type Mail = v.InferOutput<typeof mailSchema>

const partitionStart = 'MAIL#'
/** The mail, its letter, its people and its items begin alike: one query reads them, and nothing else. */
export const recordSortKey = 'MAIL'

export function mailPartition(id: string): string {
  return `${partitionStart}${id}`
}

export function mailKey(id: string) {
  return { PK: mailPartition(id), SK: recordSortKey }
}

const [listingStart, listingEnd] = ['ENTITY#', '#MAILS']

/** The list of an entity's mails, in the order of their ids and so of their creation. */
export function mailsOf(entityId: string): string {
  return `${listingStart}${entityId}${listingEnd}`
}

export const mails: Collection<Mail> = {
  name: 'registered_mail',
  schema: mailSchema,
  key: ({ id }) => mailKey(id),
  toldByKey: ({ PK, GSI1PK = '' }) => ({
    id: PK.slice(partitionStart.length),
    entityId: GSI1PK.slice(listingStart.length, -listingEnd.length),
  }),
  indexKeys: ({ id, entityId }) => ({ GSI1PK: mailsOf(entityId), GSI1SK: id }),
}

/** The place of the events of a mail and of its items. */
export function placeOfMail({
  providerId,
  orgId,
  livemode,
  entityId,
}: Pick<Mail, 'providerId' | 'orgId' | 'livemode' | 'entityId'>): EventPlace {
  return { providerId, orgId, livemode, nodeId: entityId, ancestorIds: [orgId] }
}
