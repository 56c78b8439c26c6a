import * as v from 'valibot'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { namedIn } from '../../../shared/platform/named-fields.ts'
import { aggregatedStatus, completedAtOf, progressOf } from './aggregated-status.ts'
import { type Item, itemSchema, type ProofKind, proofKinds } from './item.ts'
import { type ItemStatus, itemStatuses } from './item-status.ts'
import { attachmentSchema, listedRecipientSchema, type Mail, mailSchema } from './mail.ts'
import type { MailParts } from './mail-parts.ts'
import { contactIdFor, followerSchema, type Recipient, recipientFields } from './people.ts'

const counts = Object.fromEntries(itemStatuses.map((status) => [status, v.number()])) as {
  [Status in ItemStatus]: v.NumberSchema<undefined>
}
const progressView = v.object({ total: v.number(), ...counts })

const proofView = v.pipe(
  v.object({
    available: v.boolean(),
    sha256: v.nullable(v.string()),
    size: v.nullable(v.number()),
    issuedAt: v.nullable(timestampSchema),
  }),
  v.title('RegisteredMailProof'),
)

const proofsView = v.object({
  deposit: proofView,
  content: proofView,
  delivery: proofView,
  refusal: proofView,
  negligence: proofView,
  bounce: proofView,
})

const ownItemFields = v.omit(itemSchema, [
  'contactKeptBy',
  'mailId',
  'position',
  'orgId',
  'entityId',
  'providerId',
  'livemode',
  'type',
  'vendor',
  'mailReference',
  'submittedAt',
  'missedAt',
  'proofs',
  'emails',
  'remindersSent',
  'downloadedAt',
  'chain',
  'dueAt',
  'version',
])

export const itemView = v.pipe(
  v.object({ ...ownItemFields.entries, email: v.nullable(v.string()), proofs: proofsView }),
  v.title('RegisteredMailItem'),
)

export const attachmentView = v.pipe(v.object(attachmentSchema.entries), v.title('RegisteredMailAttachment'))

const senderAccountView = v.pipe(
  v.object({ id: uuid, label: v.string(), email: v.string(), company: v.nullable(v.string()) }),
  v.title('RegisteredMailSender'),
)

const told = {
  ...v.omit(mailSchema, ['providerId', 'sender', 'recipientCount', 'listed', 'send', 'metadata']).entries,
  attachments: v.array(attachmentView),
  senderAccount: v.nullable(senderAccountView),
  progress: progressView,
  sentAt: v.nullable(timestampSchema),
  sentBy: v.nullable(mailSchema.entries.createdBy),
}

const recipientView = v.pipe(
  v.object({ ...recipientFields, locale: v.nullable(v.string()) }),
  v.title('RegisteredMailRecipient'),
)

/** A mail as the API returns it. */
export const mailView = v.pipe(
  v.object({
    ...told,
    contentHtml: v.nullable(v.string()),
    recipients: v.array(recipientView),
    followers: v.array(v.pipe(v.object(followerSchema.entries), v.title('RegisteredMailFollower'))),
    items: v.array(itemView),
    metadata: mailSchema.entries.metadata,
  }),
  v.title('RegisteredMail'),
)

const listedItemView = v.pipe(
  v.object(v.omit(listedRecipientSchema, ['contactKeptBy']).entries),
  v.title('ListedRegisteredMailItem'),
)

/** A mail in a list: without its letter, followers, metadata, timelines and proofs. */
export const listedMailView = v.pipe(
  v.object({ ...told, items: v.array(listedItemView) }),
  v.title('ListedRegisteredMail'),
)

export interface Viewer {
  readonly principalId: string
}

/** Status, progress and the time of completion follow from the items, which are read anyway. */
export function toMail(parts: MailParts, viewer: Viewer): v.InferOutput<typeof mailView> {
  const { mail, html, people } = parts
  const items = itemsOf(parts).map((item) => toItem(item, viewer))
  const statuses = items.map(({ status }) => status)
  return namedIn(mailView, {
    ...shown(mail, statuses),
    completedAt: completedAtOf(items),
    contentHtml: html,
    recipients: people.recipients.map((recipient) => seenBy(recipient, viewer)),
    followers: [...people.followers],
    items,
    metadata: mail.metadata,
  })
}

export function toListedMail(mail: Mail, viewer: Viewer): v.InferOutput<typeof listedMailView> {
  const statuses = mail.send === null ? Array<ItemStatus>(mail.recipientCount).fill('draft') : listedStatuses(mail)
  return namedIn(listedMailView, {
    ...shown(mail, statuses),
    status: mail.status,
    items: mail.listed.map((recipient) => seenBy(recipient, viewer)),
  })
}

function listedStatuses({ listed }: Mail): ItemStatus[] {
  return listed.map(({ status }) => status)
}

function shown(mail: Mail, statuses: readonly ItemStatus[]) {
  const { send, sender, canceledAt } = mail
  return {
    ...mail,
    status: aggregatedStatus({ isCanceled: canceledAt !== null, isSent: send !== null }, statuses),
    progress: progressOf(statuses),
    senderAccount: sender && { id: sender.id, label: sender.label, email: sender.email, company: sender.company },
    sentAt: send?.sentAt ?? null,
    sentBy: send?.sentBy ?? null,
  }
}

function seenBy<R extends Pick<Recipient, 'contactId' | 'contactKeptBy'>>(recipient: R, { principalId }: Viewer): R {
  return { ...recipient, contactId: contactIdFor(recipient, principalId) }
}

/** The items; before they exist, what the recipients will become. */
function itemsOf({ mail, people, items }: MailParts): readonly ShownItem[] {
  const existing = new Map(items.map((item) => [item.id, item]))
  const status = mail.send === null ? ('draft' as const) : ('sending' as const)
  return people.recipients.map((recipient) => existing.get(recipient.id) ?? { ...untouched, ...recipient, status })
}

type ShownItem = Omit<Item, 'email' | 'proofs' | HiddenField> &
  Pick<Recipient, 'email'> & { readonly proofs: Partial<Item['proofs']> }
type HiddenField =
  | 'mailId'
  | 'position'
  | 'orgId'
  | 'entityId'
  | 'providerId'
  | 'livemode'
  | 'type'
  | 'vendor'
  | 'mailReference'
  | 'submittedAt'
  | 'missedAt'
  | 'emails'
  | 'remindersSent'
  | 'downloadedAt'
  | 'chain'
  | 'dueAt'
  | 'version'

const untouched = {
  retryable: false,
  attempt: 1,
  failureReason: null,
  vendorItemId: null,
  notifiedAt: null,
  depositedAt: null,
  acceptanceDeadline: null,
  deliveredAt: null,
  endedAt: null,
  timeline: [],
  proofs: {},
  recipientUpdates: [],
}

export function toItem(item: ShownItem, viewer: Viewer): v.InferOutput<typeof itemView> {
  return namedIn(itemView, { ...seenBy(item, viewer), proofs: shownProofs(item.proofs) })
}

function shownProofs(proofs: ShownItem['proofs']) {
  const shown = proofKinds.map((kind) => {
    const proof = proofs[kind] ?? null
    const { sha256 = null, size = null, issuedAt = null } = proof ?? {}
    return [kind, { available: proof !== null, sha256, size, issuedAt }]
  })
  return Object.fromEntries(shown) as { [Kind in ProofKind]: v.InferOutput<typeof proofView> }
}
