import type { SigningScheme } from '../../../shared/pdf/cades-signature.ts'
import type { SealSigner } from '../../../shared/pdf/seal-signer.ts'
import type { OpenConnection } from '../../../shared/store/vendor-calls.ts'

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

/**
 * A vendor that keeps the keys of signers. They read and agree on our page, and then allow the vendor to sign one hash. Calls are made
 * while the signer waits, and end with the signal.
 */
export interface RemoteKeys {
  /** Throws where the credentials of the connection do not work. */
  readonly check: (connection: OpenConnection, signal: AbortSignal) => Promise<void>
  /** The key of the person with this e-mail. Throws `VendorRefused` where the vendor has none that can sign. */
  readonly credentialOf: (connection: OpenConnection, email: string, signal: AbortSignal) => Promise<RemoteCredential>
  /** The page of the vendor on which the signer allows the signature. */
  readonly authorizationUrl: (
    connection: OpenConnection,
    authorization: Authorization,
    signal: AbortSignal,
  ) => Promise<string>
  /** The signature of the hash. A code is good for one. */
  readonly sign: (
    connection: OpenConnection,
    authorization: Authorization & { readonly code: string },
    signal: AbortSignal,
  ) => Promise<Uint8Array>
}
