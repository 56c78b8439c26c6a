import type { Refusal } from '../../../shared/errors/refusal.ts'
import type { VendorConnections } from '../../../shared/store/vendor-connections.ts'
import type { RequestRecord } from '../model/request.ts'
import type { ExternalSigning } from './external-signing.ts'
import type { RemoteKeys } from './remote-keys.ts'

type Level = RequestRecord['eidasLevel']
type AuthMethod = RequestRecord['signers'][number]['authMethod']

/** What a vendor can do; the rules of a creation are held against it. */
export interface VendorCapabilities {
  readonly levels: readonly Level[]
  readonly authMethods: readonly AuthMethod[]
  readonly signingModes: readonly RequestRecord['signers'][number]['signingMode'][]
  readonly supportsSequential: boolean
  readonly supportsParallel: boolean
  readonly supportsNotaries: boolean
  /** Whether earlier signatures of a document stay valid through this vendor. */
  readonly preservesExistingSignatures: boolean
  /** The limit on the fields of its signers; without one they can have any. */
  readonly fields?: 'signatures_of_everybody' | 'one_signature_at_most'
  /** Signers must get their e-mails from us: `deliveryMode` `none` would leave them without a link. */
  readonly writesToSignersOnly?: true
}

/** Where and when a vendor would be used. */
export interface VendorUse {
  readonly livemode: boolean
  readonly connections: VendorConnections
  readonly nowMs: number
}

/** Whoever asks the signers and tells what they did. One small port, so that a vendor is one file. */
export interface SignatureVendor {
  readonly key: string
  readonly name: string
  readonly capabilities: VendorCapabilities
  /** Whether an organization can use it now, as it is set up. */
  readonly serves: (use: VendorUse) => boolean
  /**
   * Hands a request over before it is committed. The vendor may refuse; it must not act yet, since the commit may still
   * fail: it acts when `signature.signers_due` tells it to.
   */
  readonly accept: (request: {
    readonly signers: readonly { readonly email: string }[]
  }) => Promise<{ readonly vendorRequestId: string | null } | Refusal<'vendor_error'>>
  /** Of an outside vendor: how jobs talk to it. */
  readonly external?: () => Promise<ExternalSigning>
  /** Of a vendor that keeps the keys of signers: how the signing page talks to it. */
  readonly remoteKeys?: () => Promise<RemoteKeys>
}
