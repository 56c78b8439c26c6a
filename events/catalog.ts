import * as v from 'valibot'
import { uuid } from './uuid.ts'

/** Every signature event names the request, and repeats the caller's own reference when the request has one. */
const request = { requestId: uuid, title: v.string(), clientReference: v.optional(v.string()) }
const signer = { ...request, signerId: uuid, signerName: v.string() }

const membership = { membershipId: uuid, userId: v.string(), nodeId: uuid }

/** Only identifiers: subscribers read personal data through the API, with its access checks. */
const contact = {
  contactId: uuid,
  kind: v.picklist(['person', 'company']),
  entityId: uuid,
  externalRef: v.optional(v.string()),
}

/** Private tasks have no events. */
const task = {
  taskId: uuid,
  title: v.string(),
  entityId: uuid,
  clientReference: v.optional(v.string()),
}
const assignedTask = { ...task, assigneeId: v.nullable(v.string()) }
const startingTask = { ...assignedTask, startAt: v.string() }

const grant = { grantId: uuid, applicationId: v.string(), kind: v.picklist(['installed', 'provisioned', 'delegated']) }
/** `userId`: the person whose consent it is; null where it is not the consent of one person. */
const givenGrant = {
  ...grant,
  status: v.picklist(['pending', 'active']),
  userId: v.nullable(v.string()),
}

/** Every event of a registered mail is about one item. `reference` repeats the reference of the mail. */
const mailItem = { mailId: uuid, itemId: uuid, reference: v.nullable(v.string()), entityId: uuid }

/** The data of each event type: identifiers and business status only. */
export const eventData = {
  'signature.created': v.object(request),
  'signature.viewed': v.object(signer),
  'signature.signed': v.object(signer),
  'signature.completed': v.object(request),
  'signature.declined': v.object({ ...signer, reason: v.nullable(v.string()) }),
  'signature.expired': v.object(request),
  'signature.canceled': v.object(request),
  'signature.delivery_failed': v.object({ ...signer, reason: v.string() }),
  'signature.reminded': v.object(signer),
  'signature.signer_updated': v.object(signer),
  'document.purged': v.object({ ...request, entityId: uuid, documentId: uuid }),
  'member.added': v.object({ userId: v.string(), nodeId: uuid, newAccount: v.boolean() }),
  'member.updated': v.object({ ...membership, role: v.string(), status: v.picklist(['active', 'pending', 'expired']) }),
  'member.removed': v.object(membership),
  'contact.created': v.object(contact),
  'contact.updated': v.object(contact),
  'contact.deleted': v.object(contact),
  'contact.merged': v.object({ ...contact, sourceId: uuid }),
  'task.created': v.object(startingTask),
  'task.updated': v.object(startingTask),
  'task.deleted': v.object(startingTask),
  'task.completed': v.object({ ...task, occurrenceAt: v.string(), completedBy: v.string() }),
  'task.reminder': v.object({
    ...startingTask,
    occurrenceAt: v.string(),
    reminderId: uuid,
    minutesBefore: v.number(),
    channel: v.picklist(['email', 'in_app']),
  }),
  'registered_mail.sent': v.object({ ...mailItem, status: v.literal('sent') }),
  'registered_mail.deposited': v.object({ ...mailItem, status: v.literal('deposited') }),
  'registered_mail.delivered': v.object({ ...mailItem, status: v.literal('delivered') }),
  'registered_mail.refused': v.object({ ...mailItem, status: v.literal('refused') }),
  'registered_mail.neglected': v.object({ ...mailItem, status: v.literal('neglected') }),
  'registered_mail.failed': v.object({ ...mailItem, status: v.picklist(['bounced', 'failed']) }),
  'registered_mail.recipient_update_requested': v.object({
    ...mailItem,
    status: v.picklist(['sent', 'deposited']),
    updateId: uuid,
  }),
  'sender_account.verified': v.object({
    senderAccountId: uuid,
    entityId: uuid,
    vendor: v.string(),
    status: v.literal('verified'),
  }),
  'grant.created': v.object(givenGrant),
  'grant.approved': v.object(givenGrant),
  'grant.revoked': v.object(grant),
  'webhook.test': v.object({ message: v.string(), subscriptionId: uuid }),
} as const

export type EventType = keyof typeof eventData

/** The data of an event of a type. */
export type DataOf<Type extends EventType> = v.InferOutput<(typeof eventData)[Type]>

/** The types that a subscription can choose. A `webhook.test` is sent on demand, whatever it chose. */
export type SubscribableType = Exclude<EventType, 'webhook.test'>

/** The family of a type: the first part of its name. */
export type EventFamily<Type extends EventType = EventType> = Type extends `${infer Family}.${string}` ? Family : never

/** The feature that an entity needs for the events of a family; null if it needs none. */
export const featureOfFamily = {
  signature: 'signature',
  document: 'signature',
  member: null,
  contact: null,
  task: 'tasks',
  registered_mail: 'registered_mail',
  sender_account: 'registered_mail',
  grant: null,
  webhook: null,
} as const satisfies Record<EventFamily, string | null>

/** One line of meaning for each type. */
export const eventMeaning: Record<EventType, string> = {
  'signature.created': 'a request was sent to its signers',
  'signature.viewed': 'a signer opened the document for the first time',
  'signature.signed': 'a signer signed',
  'signature.completed': 'every signer signed and the sealed document can be downloaded',
  'signature.declined': 'a signer declined; nobody else can sign',
  'signature.expired': 'the expiry date was reached before everybody signed',
  'signature.canceled': 'the organization canceled the request',
  'signature.delivery_failed': 'the message to a signer could not be delivered',
  'signature.reminded': 'a signer who has not signed yet was reminded',
  'signature.signer_updated': 'the data of a signer was corrected',
  'document.purged': 'the files of an ended signature request were deleted at the end of their retention period',
  'member.added': 'a person received a role at a node, directly or by an invitation',
  'member.updated': 'a member accepted the invitation, got another role, or moved to another node',
  'member.removed': 'a membership ended',
  'contact.created': 'a shared contact was created, or a private contact became shared',
  'contact.updated': 'a shared contact was changed',
  'contact.deleted': 'a shared contact was deleted or became private',
  'contact.merged': 'another contact was merged into this contact and deleted',
  'task.created': 'a person, an integration or the service created a shared task, or a private task became shared',
  'task.updated': 'a shared task was changed or canceled, or one of its occurrences was moved or skipped',
  'task.deleted': 'a shared task was deleted or became private',
  'task.completed': 'an occurrence of a shared task was completed',
  'task.reminder': 'the time of a reminder of a shared task has come',
  'registered_mail.sent': 'the vendor accepted an item and sent its notice',
  'registered_mail.deposited': 'an item was deposited: its recipient can accept or refuse it until the deadline',
  'registered_mail.delivered': 'a recipient accepted, and the delivery proof can be downloaded',
  'registered_mail.refused': 'a recipient refused',
  'registered_mail.neglected': 'a recipient did not accept within the legal period',
  'registered_mail.failed': 'an item bounced (`bounced`), or the vendor refused it (`failed`)',
  'registered_mail.recipient_update_requested': 'a recipient asked to correct their name or address',
  'sender_account.verified': 'the identity of a sender account was verified',
  'grant.created': 'an application received a grant in the organization, or asked an administrator for one',
  'grant.approved': 'an administrator approved the consent of a member, or what the member added to it',
  'grant.revoked': 'a grant of an application was revoked',
  'webhook.test': 'somebody requested a test of a webhook subscription',
}

/** Every type, in the order of the catalog. */
export const eventTypes = Object.keys(eventData).filter(isEventType)

/** The types that a subscription can choose and that `GET /v1/events` lists. */
export const subscribableTypes = eventTypes.filter(isSubscribable)

function isEventType(name: string): name is EventType {
  return Object.hasOwn(eventData, name)
}

export function isSubscribable(name: string): name is SubscribableType {
  return isEventType(name) && name !== 'webhook.test'
}

export function familyOf<Type extends EventType>(type: Type): EventFamily<Type>
export function familyOf(type: EventType): string {
  return type.slice(0, type.indexOf('.'))
}
