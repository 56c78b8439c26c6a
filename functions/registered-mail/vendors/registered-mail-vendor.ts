import type { InternalEvent } from '../../../events/internal.ts'
import type { Refusal } from '../../../shared/errors/refusal.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import type { OpenConnection } from '../../../shared/store/vendor-calls.ts'
import type { VendorConnections } from '../../../shared/store/vendor-connections.ts'
import type { Item, ProofKind, RecipientUpdate } from '../model/item.ts'
import type { Report } from '../model/item-transitions.ts'
import type { MailType } from '../model/mail.ts'
import type { SenderAccount } from '../model/sender-account.ts'

/**
 * The vendor did not do it. `details.retryable` tells what follows: the vendor was unreachable, so a job tries again later; or it
 * refused for good.
 */
export type VendorFailure = Refusal<'vendor_error'>

export interface RegisteredMailCapabilities {
  readonly types: readonly MailType[]
  readonly subjectMaxLength: number
  /** Qualified mail needs a one-time password, computed from the OTP secret of the sender account. */
  readonly requiresOtp: boolean
  /** The service itself sends the notices: they count against its e-mail budgets. */
  readonly sendsOwnEmails: boolean
}

/** The identity of a sender, as a vendor needs it. */
export interface SenderIdentity {
  readonly id: string
  readonly orgId: string
  readonly label: string
  readonly kind: string
  readonly civility: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly company: string | null
  readonly email: string
  readonly address: SenderAccount['address']
  readonly siret: string | null
  readonly vatNumber: string | null
}

/** Where and when a vendor would be used. */
export interface VendorUse {
  readonly livemode: boolean
  readonly connections: VendorConnections
  readonly nowMs: number
}

/** How a vendor knows a sender account. */
export interface SenderState {
  readonly vendorAccountRef: string | null
  readonly status: 'pending' | 'verified'
  /** Whether the owner of an existing account accepted the association. */
  readonly linked: boolean
  /** Jobs to commit with the state, such as an e-mail to the owner. */
  readonly jobs: readonly InternalEvent[]
}

/** The vendor took an item over. It reports progress later. */
export interface Submission {
  readonly vendorItemId: string | null
  /** Jobs to commit with it. */
  readonly jobs: readonly InternalEvent[]
}

/** A vendor was told the answer to a recipient's correction. */
export interface UpdateOutcome {
  /** When it sent a new notice, if it did so at once. */
  readonly notifiedAt: string | null
  readonly jobs: readonly InternalEvent[]
}

/**
 * Delivers registered mail and reports what becomes of each item. One small port, so that a vendor is one file. A call may be slow,
 * may fail, and may come again after a crash. Calls about items are made by jobs or for one item only; progress comes by
 * `read`, which a webhook or a poller can prompt.
 */
export interface RegisteredMailVendor {
  readonly key: string
  readonly name: string
  readonly capabilities: RegisteredMailCapabilities
  /** Whether an organization can use it as it is set up. */
  readonly serves: (use: VendorUse) => boolean
  /** Whether it can be called at this moment. Vendors without this method always can. */
  readonly isAvailable?: (use: VendorUse) => boolean
  /** Asked before a mail is claimed for sending; it must not act yet. */
  readonly accepts: (mail: {
    readonly recipients: readonly { readonly email: string }[]
  }) => Promise<VendorFailure | null>
  /** Makes an identity at the vendor. */
  readonly createSender: (platform: Platform, sender: SenderIdentity) => Promise<SenderState | VendorFailure>
  /** Asks the vendor to associate the existing account of this e-mail. */
  readonly linkSender: (platform: Platform, sender: SenderIdentity) => Promise<SenderState | VendorFailure>
  /** Reads the state of a sender account again. */
  readonly readSender: (
    platform: Platform,
    sender: SenderIdentity & Omit<SenderState, 'jobs'>,
  ) => Promise<Omit<SenderState, 'jobs'> | VendorFailure>
  /**
   * The submission that the vendor already has under this reference. Asked before each new one. Null: it has none. `unknown`: it may
   * have one and does not tell, so that nothing may be submitted.
   */
  readonly findByReference: (
    platform: Platform,
    item: Item,
    reference: string,
  ) => Promise<Submission | VendorFailure | 'unknown' | null>
  /** Hands an item over. */
  readonly submit: (platform: Platform, item: Item, reference: string) => Promise<Submission | VendorFailure>
  /** What the vendor knows of an item now, oldest first. Reports that came already change nothing. */
  readonly read: (platform: Platform, item: Item) => Promise<readonly Report[] | VendorFailure>
  /** The vendor's own proof. Vendors without this method have us seal the proofs. */
  readonly fetchProof?: (platform: Platform, item: Item, kind: ProofKind) => Promise<Uint8Array | null>
  /** Tells the vendor the answer to a correction, before it is committed. */
  readonly answerRecipientUpdate: (
    platform: Platform,
    item: Item,
    answer: { readonly update: RecipientUpdate; readonly accept: boolean },
  ) => Promise<UpdateOutcome | VendorFailure>
  /** Of an outside vendor: throws where the credentials do not work. */
  readonly check?: (connection: OpenConnection) => Promise<void>
}
