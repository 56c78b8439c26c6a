import type { SigningScheme } from '../../../shared/pdf/cades-signature.ts'
import type { SealSigner } from '../../../shared/pdf/seal-signer.ts'
import { type OpenConnection, VendorRefused, VendorUnavailable } from '../../../shared/store/vendor-calls.ts'

/** Why a signer cannot sign with a key at the vendor. The message is in words of our own: signers read it. */
export class SignerRefused extends VendorRefused {
  readonly reason: 'no_key' | 'other_name' | 'start_again'

  constructor(reason: SignerRefused['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** The vendor got what the signer allowed, and no signature came back: the signer has to allow it once more. */
export class AuthorizationLost extends VendorUnavailable {}

/** A signer's key at a vendor. */
export interface RemoteCredential {
  readonly id: string
  /** DER, the certificate of the key first. */
  readonly certificateChain: SealSigner['certificateChain']
  readonly scheme: SigningScheme
  /** As the vendor names it. */
  readonly algorithm: string
}

/** What a signer allows at the vendor: one signature, of one hash, by one key. */
export interface Authorization {
  readonly credential: Pick<RemoteCredential, 'id' | 'algorithm'>
  /** SHA-256 of what is signed. */
  readonly sha256: Uint8Array
  /** Secret of the browser's way to the vendor and back. */
  readonly state: string
  /** Proves that whoever redeems the code asked for it (PKCE, RFC 7636). */
  readonly codeVerifier: string
  readonly redirectUri: string
}

export interface ConnectionFault {
  /** The name of the credential. */
  readonly field: string
  readonly message: string
}

/**
 * A vendor that keeps the keys of signers. They read and agree on our page, and then allow the vendor to sign one hash. Calls are made
 * while the signer waits, and end with the signal.
 */
export interface RemoteKeys {
  /** What is wrong with a connection before any call, in words that say what to do; null: nothing. */
  readonly faultOf: (connection: Pick<OpenConnection, 'environment' | 'credentials'>) => ConnectionFault | null
  /** Throws where the credentials of the connection do not work. */
  readonly check: (connection: OpenConnection, signal: AbortSignal) => Promise<void>
  /** The key of the person with this e-mail. Throws `SignerRefused` where the vendor has none that can sign. */
  readonly credentialOf: (connection: OpenConnection, email: string, signal: AbortSignal) => Promise<RemoteCredential>
  /** The page of the vendor on which the signer allows the signature. */
  readonly authorizationUrl: (
    connection: OpenConnection,
    authorization: Authorization,
    signal: AbortSignal,
  ) => Promise<string>
  /** The signature of the hash. A code is good for one try, whatever comes of it. */
  readonly sign: (
    connection: OpenConnection,
    authorization: Authorization & { readonly code: string },
    signal: AbortSignal,
  ) => Promise<Uint8Array>
}
