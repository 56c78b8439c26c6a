import type { VendorCredentials } from '../../../shared/platform/vendor-secrets.ts'
import type { OpenConnection } from '../../../shared/store/vendor-calls.ts'
import type { RequestRecord, SignatureRequest, Signer } from '../model/request.ts'

export interface VendorSignerState {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Null: one that we know nothing of. */
  readonly level: RequestRecord['eidasLevel'] | null
  readonly authMethod: Signer['authMethod'] | null
  readonly status: 'waiting' | 'notified' | 'opened' | 'signed' | 'declined' | 'ended' | 'error'
  readonly reason: string | null
  /** When the signer signed, if the vendor tells. */
  readonly signedAt: string | null
}

/** A request as the vendor lists it. */
export interface VendorRequestSummary {
  readonly vendorRequestId: string
  readonly status: 'draft' | 'ongoing' | 'completed' | 'ended'
}

/** A request as the vendor has it. Its signers are told apart by their e-mails, which differ within a request. */
export interface VendorRequestState extends VendorRequestSummary {
  readonly signers: readonly VendorSignerState[]
}

/** What is known of a webhook before the vendor was asked: a hint only. */
export type WebhookReading = { readonly requestId: string | null } | 'unauthentic'

/** An outside vendor's part of a signature request. Calls are made by jobs, may be slow, and may come again after a crash. */
export interface ExternalSigning {
  /** Throws where the credentials do not work. */
  readonly check: (connection: OpenConnection) => Promise<void>
  /** What the vendor has under our id. Others with an account there can make requests under it as well. */
  readonly list: (connection: OpenConnection, requestId: string) => Promise<readonly VendorRequestSummary[]>
  /** The request with the vendor's id; null: the vendor does not have it. */
  readonly read: (connection: OpenConnection, vendorRequestId: string) => Promise<VendorRequestState | null>
  /** Makes a draft that nobody is asked to sign, and gives the vendor's id of it. */
  readonly makeDraft: (connection: OpenConnection, request: SignatureRequest) => Promise<string>
  /** Completes a draft and has it sent to its signers, as the very last step. */
  readonly send: (
    connection: OpenConnection,
    draft: { readonly vendorRequestId: string; readonly request: SignatureRequest; readonly document: Uint8Array },
  ) => Promise<VendorRequestState>
  /** Deletes a request that was never sent to its signers. */
  readonly discard: (connection: OpenConnection, vendorRequestId: string) => Promise<void>
  readonly cancel: (connection: OpenConnection, vendorRequestId: string, reason: string | null) => Promise<void>
  readonly remind: (connection: OpenConnection, vendorRequestId: string, emails: readonly string[]) => Promise<void>
  /** The document with the signatures of all signers. */
  readonly fetchSigned: (connection: OpenConnection, vendorRequestId: string) => Promise<Uint8Array>
  /** What the vendor itself tells of who did what, as a PDF; null where it has none. */
  readonly fetchAuditTrail: (connection: OpenConnection, vendorRequestId: string) => Promise<Uint8Array | null>
  /** Verifies the raw bytes by the vendor's scheme, and reads which request they are about. */
  readonly readWebhook: (
    received: { readonly rawBody: Uint8Array; readonly headers: Readonly<Record<string, string | undefined>> },
    credentials: VendorCredentials,
  ) => WebhookReading
}
