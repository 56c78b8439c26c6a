import * as v from 'valibot'
import { mailDeliverySchema } from './mail-delivery.ts'
import { uuid } from './uuid.ts'

const requestRef = v.object({ requestId: uuid })
const webhookRef = { webhookId: uuid, ownerOrgId: v.nullable(uuid), applicationId: v.nullable(v.string()) }

/** What is written to people about a signature request. */
export const emailKinds = [
  'invitation',
  'reminder',
  'code',
  'extended',
  'declined',
  'canceled',
  'expired',
  'completed',
] as const
export type EmailKind = (typeof emailKinds)[number]

/** What administrators are written of a subscription: that it keeps failing, and that it was disabled for that. */
export const webhookEmailKinds = ['failing', 'disabled'] as const
export type WebhookEmailKind = (typeof webhookEmailKinds)[number]

/** What the jobs of the service tell each other. Never sent to subscribers. */
export const internalEventData = {
  /** It is the turn of these signers: their vendor is to ask them. */
  'signature.signers_due': v.object({ requestId: uuid, vendor: v.string(), signerIds: v.array(uuid) }),
  /**
   * These signers are to be written to, and whoever else the kind of the e-mail concerns. `codeNumber`: which of a
   * signer's one-time codes the e-mail or SMS brings; null for every other kind.
   */
  'signature.letters_due': v.object({
    requestId: uuid,
    emailKind: v.picklist(emailKinds),
    signerIds: v.array(uuid),
    codeNumber: v.nullable(v.number()),
  }),
  /** A person is to be invited, by the link of this generation. */
  'member.invitation_due': v.object({ membershipId: uuid, generation: v.number() }),
  /** Whoever has an account with the address of this attempt to sign in is to be sent its Nth code. It goes past the bus. */
  'account.sign_in_code_due': v.object({ challengeId: v.string(), sending: v.number() }),
  /** Every signer signed: the document is to be sealed. */
  'signature.seal_due': requestRef,
  /** The seal of a sealed document is to be extended, so that it stays provable: the Nth time, counted from 0. */
  'signature.renewal_due': v.object({ requestId: uuid, renewal: v.number() }),
  /** A commit names this stored object, which until then would have expired as an orphan. */
  'document.stored': v.object({ key: v.string() }),
  /** A commit dropped what named this stored object. */
  'document.discarded': v.object({ key: v.string() }),
  /** An attempt of a delivery is to be made: the Nth of a budget. One of the two owners of the subscription is null. */
  'webhook.delivery_due': v.object({
    ...webhookRef,
    deliveryId: uuid,
    budget: v.number(),
    /** How often the delivery had been brought forward: who waits to make an attempt since before that ends by it. */
    resumptions: v.number(),
    attempt: v.number(),
  }),
  /** A subscription was enabled: what waited for it goes on. */
  'webhook.resume_due': v.object({
    ...webhookRef,
    status: v.picklist(['pending', 'retrying']),
    /** The id of the last delivery that goes on already; null at the start. */
    after: v.nullable(v.string()),
    enabledAt: v.string(),
    /** The second pass, a while later, finds what came to wait in the moment of the change, or was not listed yet. */
    pass: v.picklist([1, 2]),
  }),
  /** Of the events between two moments, what is to be delivered again or was not delivered at all. */
  'webhook.replay_due': v.object({
    ...webhookRef,
    part: v.picklist(['logged', 'missed']),
    from: v.string(),
    to: v.string(),
    status: v.picklist(['dead', 'all']),
    types: v.nullable(v.array(v.string())),
    /** What was asked for again since is not sent twice. */
    askedAt: v.string(),
    after: v.nullable(v.string()),
    /** The second pass, a while later, finds what was dead and not listed yet. */
    pass: v.picklist([1, 2]),
  }),
  /** The administrators of an organization are to hear how its subscription does. */
  'webhook.letter_due': v.object({ ...webhookRef, emailKind: v.picklist(webhookEmailKinds) }),
  /** A contact was deleted, or merged into another one: what names it is to name that one, or none. */
  'contact.gone': v.object({
    contactId: uuid,
    mergedInto: v.nullable(uuid),
  }),
  /** Contacts of a shelf have some tags no more, which may be those of nobody now. */
  'contact.tags_left': v.object({ shelf: v.string() }),
  /** A contact was made private, or shared. */
  'contact.visibility_changed': v.object({ contactId: uuid }),
  /** SES took a mail, or told what became of it. */
  'mail.delivery_changed': mailDeliverySchema,
} as const

export type InternalEventType = keyof typeof internalEventData

type InternalDataOf<Type extends InternalEventType> = v.InferOutput<(typeof internalEventData)[Type]>

export type InternalEvent = {
  [Type in InternalEventType]: { type: Type; data: InternalDataOf<Type> }
}[InternalEventType]

/** The two sources on the bus: rules for subscribers match the first and never see the second. */
export const busSources = { public: 'sealpost', internal: 'sealpost.internal' } as const
