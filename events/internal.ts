import * as v from 'valibot'
import { mailDeliverySchema } from './mail-delivery.ts'
import { uuid } from './uuid.ts'

/** The two times that a job goes over deliveries. */
const pass = v.picklist([1, 2])
const textOrNull = v.nullable(v.string())
const requestRef = v.object({ requestId: uuid })
const mailRef = v.object({ mailId: uuid })
const itemRef = { mailId: uuid, itemId: uuid }
const fileRef = v.object({ key: v.string() })
const noticeRef = v.object({ ...itemRef, notice: v.number() })

/** The proofs of a registered mail item. */
export const mailProofKinds = ['deposit', 'content', 'delivery', 'refusal', 'negligence', 'bounce'] as const
const proofRef = v.object({ ...itemRef, kind: v.picklist(mailProofKinds) })

const webhookRef = { webhookId: uuid, ownerOrgId: v.nullable(uuid), applicationId: textOrNull }

/** The e-mails about a signature request. */
export const emailKinds = [
  'invitation',
  'reminder',
  'code',
  'extended',
  'declined',
  'canceled',
  'expired',
  'completed',
  'signed',
  'bounced',
  'purging',
] as const
export type EmailKind = (typeof emailKinds)[number]

/** The e-mails to administrators about a subscription: it keeps failing, or it was disabled because of that. */
export const webhookEmailKinds = ['failing', 'disabled'] as const
export type WebhookEmailKind = (typeof webhookEmailKinds)[number]

/** The jobs of the service. They are never sent to subscribers. */
export const internalEventData = {
  /** It is the turn of these signers: ask them through their vendor. */
  'signature.signers_due': v.object({ requestId: uuid, vendor: v.string(), signerIds: v.array(uuid) }),
  /**
   * Send an e-mail to these signers and to the other recipients of its kind. `codeNumber`: which of a signer's
   * one-time codes the e-mail or SMS contains; null for every other kind.
   */
  'signature.letters_due': v.object({
    requestId: uuid,
    emailKind: v.picklist(emailKinds),
    signerIds: v.array(uuid),
    codeNumber: v.nullable(v.number()),
  }),
  /** Invite a person, with the link of this generation. */
  'member.invitation_due': v.object({ membershipId: uuid, generation: v.number() }),
  /** Send the Nth code of this sign-in, or repeat it, if an account has its address. This job does not use the event bus. */
  'account.sign_in_code_due': v.object({
    challengeId: v.string(),
    sending: v.number(),
    repeats: v.optional(v.number(), 0),
  }),
  /** Tell a person that a passkey was added to their account, or removed. */
  'account.passkey_letter_due': v.object({
    userId: uuid,
    change: v.picklist(['added', 'removed']),
    name: v.string(),
    at: v.string(),
  }),
  /** Follow an outside vendor, or have it follow us: hand a request over, read it again, or end it there. */
  'signature.vendor_due': requestRef,
  /** Have an outside vendor remind these signers. */
  'signature.vendor_reminder_due': v.object({ requestId: uuid, signerIds: v.array(uuid) }),
  /** Every signer signed: seal the document. */
  'signature.seal_due': requestRef,
  /** Extend the seal of a document so that it stays provable: the Nth time, counted from 0. */
  'signature.renewal_due': v.object({ requestId: uuid, renewal: v.number() }),
  /** The files of an ended request were archived, are to be restored, or were purged: move or delete them. */
  'signature.storage_due': requestRef,
  /** A commit refers to this stored object: keep it, so that it does not expire as an orphan. */
  'document.stored': fileRef,
  /** A commit removed the reference to this stored object. */
  'document.discarded': fileRef,
  /** Make the Nth attempt of a delivery. One of the two owners of the subscription is null. */
  'webhook.delivery_due': v.object({
    ...webhookRef,
    deliveryId: uuid,
    budget: v.number(),
    /** How often the delivery had been brought forward: who waits to make an attempt since before that ends by it. */
    resumptions: v.number(),
    attempt: v.number(),
  }),
  /** A subscription was enabled, or the clock of its test organization was moved: continue its waiting deliveries. */
  'webhook.resume_due': v.object({
    ...webhookRef,
    status: v.picklist(['pending', 'retrying']),
    /** The id of the last delivery that was continued; null at the start. */
    after: textOrNull,
    enabledAt: v.string(),
    /** Only what would go on before this time. */
    dueBefore: v.optional(v.string()),
    /** The second pass runs later and finds deliveries that were still in transit or not listed yet. */
    pass,
  }),
  /** Replay: deliver events of a period again, or for the first time. */
  'webhook.replay_due': v.object({
    ...webhookRef,
    part: v.picklist(['logged', 'missed']),
    from: v.string(),
    to: v.string(),
    status: v.picklist(['dead', 'all']),
    types: v.nullable(v.array(v.string())),
    /** Deliveries that were replayed after this time are not sent twice. */
    askedAt: v.string(),
    after: textOrNull,
    /** The second pass runs later and finds dead deliveries that were not listed yet. */
    pass,
  }),
  /** Tell the administrators of an organization how their subscription does. */
  'webhook.letter_due': v.object({ ...webhookRef, emailKind: v.picklist(webhookEmailKinds) }),
  /** A contact was deleted or merged: move its references to the other contact, or remove them. */
  'contact.gone': v.object({
    contactId: uuid,
    mergedInto: v.nullable(uuid),
  }),
  /** Contacts lost these tags: check whether any contact still has them. */
  'contact.tags_left': v.object({ addressBook: v.string() }),
  /** A contact was made private, or shared. */
  'contact.visibility_changed': v.object({ contactId: uuid }),
  /** Do what is to be done for the test mode of an organization: follow the live tree, or delete the next part. */
  'test_mode.step_due': v.object({ orgId: uuid }),
  /** Tell the administrators of an organization when its test organization is purged. */
  'test_mode.letter_due': v.object({ orgId: uuid, purgeAt: v.string() }),
  /** Mail a reminder of an occurrence to whose task it is. */
  'task.reminder_due': v.object({ taskId: uuid, occurrenceAt: v.string(), reminderId: uuid }),
  /** A task was deleted: remove what is left of it. */
  'task.gone': v.object({ taskId: uuid }),
  /** A signature request or registered mail was deleted: remove it from the links of tasks. */
  'task.links_gone': v.object({ resourceId: uuid }),
  /** A registered mail was sent: make its items, and hand each to the vendor. */
  'registered_mail.send_due': mailRef,
  /** Hand an item to its vendor, for the Nth time. */
  'registered_mail.item_due': v.object({ ...itemRef, attempt: v.number() }),
  /** Make an item and its copy at an outside vendor agree: hand it over, or read it again. */
  'registered_mail.vendor_due': v.object(itemRef),
  /** Play the next step of an item that the simulated vendor has, if it still has this status. */
  'registered_mail.simulation_due': v.object({ ...itemRef, attempt: v.number(), from: v.string() }),
  /** An item changed: derive the status of its mail for lists. */
  'registered_mail.item_changed': mailRef,
  /** A mail was deleted: remove what is left of it. */
  'registered_mail.gone': mailRef,
  /** Mail the Nth notice of an item. */
  'registered_mail.notice_due': noticeRef,
  /** Remind the recipient of an item. */
  'registered_mail.reminder_due': noticeRef,
  /** Mail the Nth code to the recipient of an item. */
  'registered_mail.code_due': v.object({ ...itemRef, notice: v.number(), codeNumber: v.number() }),
  /** Mail the owner of a sender account their link (null), or their Nth code. */
  'sender_account.verification_due': v.object({ senderId: uuid, codeNumber: v.nullable(v.number()) }),
  /** Seal a proof of an item. */
  'registered_mail.proof_due': proofRef,
  /** A proof of an item can be downloaded: tell the followers. */
  'registered_mail.proof_issued': proofRef,
  /** SES accepted an e-mail or reported its delivery status. */
  'mail.delivery_changed': mailDeliverySchema,
} as const

export type InternalEventType = keyof typeof internalEventData

type InternalDataOf<Type extends InternalEventType> = v.InferOutput<(typeof internalEventData)[Type]>

export type InternalEvent = {
  [Type in InternalEventType]: { type: Type; data: InternalDataOf<Type> }
}[InternalEventType]

/** The two event sources on the bus. Rules for subscribers match only the first. */
export const busSources = { public: 'sealpost', internal: 'sealpost.internal' } as const
