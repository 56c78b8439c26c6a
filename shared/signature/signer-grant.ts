import type { SignatureRequest, Signer } from './request.ts'
import type { SigningLink } from './signing-link.ts'
import type { SigningProgress } from './signing-progress.ts'

/** What a signer's personal link lets its holder act on. */
export interface SignerGrant {
  readonly request: SignatureRequest
  readonly signer: Signer
  readonly progress: SigningProgress
  readonly link: SigningLink
  readonly organizationName: string
  /** The browser, by the SHA-256 of the secret that it keeps in a cookie: what one proved, another did not. */
  readonly sessionSha256: string
}

/** As above, and what a link to a copy of the sealed document opens. */
export interface CopyGrant {
  readonly request: SignatureRequest
  /** Null: a follower's link, which is nobody's to sign by. */
  readonly signer: Signer | null
}
