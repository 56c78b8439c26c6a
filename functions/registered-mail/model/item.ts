import * as v from 'valibot'
import { mailProofKinds } from '../../../events/internal.ts'
import { creatorSchema } from '../../../shared/auth/creator.ts'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { emptyChain } from '../../../shared/platform/hash-chain.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import { dueKeysIn } from '../../../shared/store/due.ts'
import { registeredMailTypes } from '../../../shared/store/settings-fields.ts'
import type { Key } from '../../../shared/store/table.ts'
import { itemStatuses } from './item-status.ts'
import { type Mail, mailPartition } from './mail.ts'
import { type Recipient, recipientSchema } from './people.ts'

const time = timestampSchema
const text = v.nullable(v.string())
const whenever = v.nullable(time)

export const proofKinds = mailProofKinds
export type ProofKind = (typeof proofKinds)[number]

const storedProof = v.object({ sha256: v.string(), size: v.number(), issuedAt: time, key: v.string() })
export type StoredProof = v.InferOutput<typeof storedProof>

export const timelineSources = ['api', 'vendor', 'system', 'recipient'] as const

export const timelineEntrySchema = v.object({
  status: v.picklist(itemStatuses),
  at: time,
  source: v.picklist(timelineSources),
  detail: v.nullable(v.record(v.string(), v.unknown())),
})
export type TimelineEntry = v.InferOutput<typeof timelineEntrySchema>

export const updateStatuses = ['pending', 'accepted', 'rejected', 'expired'] as const

/** A recipient asked to correct their name or address. Null: unchanged. */
export const recipientUpdateSchema = v.object({
  id: uuid,
  status: v.picklist(updateStatuses),
  requestedAt: time,
  firstName: text,
  lastName: text,
  company: text,
  email: text,
  answeredAt: whenever,
  answeredBy: v.nullable(creatorSchema),
})
export type RecipientUpdate = v.InferOutput<typeof recipientUpdateSchema>

export const failureSchema = v.object({ code: v.string(), message: v.string(), at: time })

/** One recipient's share of a sent mail. Items are the only truth about progress. */
export const itemSchema = v.object({
  ...recipientSchema.entries,
  /** A mail is sent only if each recipient has one. */
  email: v.string(),
  mailId: uuid,
  /** Its place among the recipients. */
  position: v.number(),
  orgId: uuid,
  entityId: uuid,
  providerId: uuid,
  livemode: v.boolean(),
  type: v.picklist(registeredMailTypes),
  vendor: v.string(),
  /** The reference of the mail, which its events repeat. */
  mailReference: text,
  status: v.picklist(itemStatuses),
  retryable: v.boolean(),
  attempt: v.number(),
  failureReason: v.nullable(failureSchema),
  /** When the vendor took this attempt over. It has not confirmed it before the item is `sent`. */
  submittedAt: whenever,
  /** When the sweep last found that the vendor had not taken the item over, or had not reported. */
  missedAt: v.optional(whenever, null),
  vendorItemId: text,
  notifiedAt: whenever,
  depositedAt: whenever,
  acceptanceDeadline: whenever,
  deliveredAt: whenever,
  endedAt: whenever,
  timeline: v.array(timelineEntrySchema),
  proofs: v.object({
    deposit: v.nullable(storedProof),
    content: v.nullable(storedProof),
    delivery: v.nullable(storedProof),
    refusal: v.nullable(storedProof),
    negligence: v.nullable(storedProof),
    bounce: v.nullable(storedProof),
  }),
  recipientUpdates: v.array(recipientUpdateSchema),
  /** The e-mails to the recipient of which something was heard, each with the version of its latest news. */
  emails: v.array(v.object({ id: uuid, version: v.number() })),
  /** When the recipient first downloaded a file of the mail. */
  downloadedAt: v.optional(whenever, null),
  /** Since the latest notice. */
  remindersSent: v.number(),
  /** The end of the item's chain of steps, and the time of the last step. */
  chain: v.object({ length: v.number(), hash: v.string(), at: v.optional(time) }),
  /** When the sweep looks at the item. */
  dueAt: whenever,
  version: v.number(),
})
export type Item = v.InferOutput<typeof itemSchema>

/** The place of an item: everything that jobs need to find it. */
export interface ItemRef {
  readonly mailId: string
  readonly itemId: string
}

const itemStart = 'MAIL#ITEM#'

export function itemKey({ mailId, itemId }: ItemRef): Key {
  return { PK: mailPartition(mailId), SK: `${itemStart}${itemId}` }
}

/** The item with this key; null if the key belongs to something else. */
export function itemRefOf({ PK, SK }: Key): ItemRef | null {
  if (!PK.startsWith(mailPartition('')) || !SK.startsWith(itemStart)) return null
  return { mailId: PK.slice(mailPartition('').length), itemId: SK.slice(itemStart.length) }
}

export const items: Collection<Item> = {
  name: 'registered_mail_item',
  schema: itemSchema,
  key: ({ mailId, id }) => itemKey({ mailId, itemId: id }),
  toldByKey: ({ PK, SK, GSI2SK = null }) => ({
    mailId: PK.slice(mailPartition('').length),
    id: SK.slice(itemStart.length),
    dueAt: GSI2SK,
  }),
  indexKeys: ({ id, orgId, dueAt }) => (dueAt === null ? {} : dueKeysIn(orgId, id, dueAt)),
}

/** What a vendor calls an attempt: asked for before a new submission, so that no attempt is sent twice. */
export function submissionReference({ id, attempt }: Pick<Item, 'id' | 'attempt'>): string {
  return `${id}-${attempt}`
}

/** The item of a recipient when their mail is sent. */
export function newItem(
  mail: Mail,
  recipient: Recipient,
  { position, vendor, sentAt }: { readonly position: number; readonly vendor: string; readonly sentAt: string },
): Item {
  const { id: mailId, orgId, entityId, providerId, livemode, type, reference: mailReference } = mail
  return {
    ...recipient,
    email: recipient.email ?? '',
    mailId,
    position,
    orgId,
    entityId,
    providerId,
    livemode,
    type,
    vendor,
    mailReference,
    status: 'sending',
    retryable: false,
    attempt: 1,
    failureReason: null,
    submittedAt: null,
    missedAt: null,
    vendorItemId: null,
    notifiedAt: null,
    depositedAt: null,
    acceptanceDeadline: null,
    deliveredAt: null,
    endedAt: null,
    timeline: [{ status: 'sending', at: sentAt, source: 'api', detail: null }],
    proofs: { deposit: null, content: null, delivery: null, refusal: null, negligence: null, bounce: null },
    recipientUpdates: [],
    emails: [],
    downloadedAt: null,
    remindersSent: 0,
    chain: emptyChain,
    dueAt: null,
    version: 1,
  }
}
