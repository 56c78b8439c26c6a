import type { VendorCredentials } from '../../../shared/platform/vendor-secrets.ts'
import type { OpenConnection } from '../../../shared/store/vendor-calls.ts'
import type { SignatureRequest } from '../model/request.ts'

export interface VendorSignerState {
  readonly email: string
  readonly status: 'waiting' | 'notified' | 'opened' | 'signed' | 'declined' | 'ended' | 'error'
  readonly reason: string | null
}

/** A request as the vendor has it. Its signers are told apart by their e-mails, which differ within a request. */
export interface VendorRequestState {
  readonly vendorRequestId: string
  readonly status: 'draft' | 'ongoing' | 'completed' | 'ended'
  readonly signers: readonly VendorSignerState[]
}

/** What is known of a webhook before the vendor was asked: a hint only. */
export type WebhookReading = { readonly requestId: string | null } | 'unauthentic'

/** An outside vendor's part of a signature request. Calls are made by jobs, may be slow, and may come again after a crash. */
export interface ExternalSigning {
  /** Throws where the credentials do not work. */
  readonly check: (connection: OpenConnection) => Promise<void>
  /** The request that the vendor has under our id. Asked before each submission, so that nothing is submitted twice. */
  readonly find: (connection: OpenConnection, requestId: string) => Promise<VendorRequestState | null>
  /** Makes the request at the vendor and has it sent to its signers, as the very last step. */
  readonly submit: (
    connection: OpenConnection,
    request: SignatureRequest,
    document: Uint8Array,
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
