import { isProvedBy } from '../../../shared/personal-links/code-proof.ts'
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

/** Whether it is the link of a session, which the sender got, and nobody has proved there yet to be the signer. */
export function isUnproved({ link, progress, sessionSha256 }: SignerGrant, nowMs: number): boolean {
  return isOfSession(link) && !isProvedBy(progress.code, sessionSha256, nowMs)
}

export function isOfSession({ expiresAtMs }: SigningLink): boolean {
  return expiresAtMs !== null
}

/** Whether the signer agreed to what they read in this browser: what somebody agreed to elsewhere, they may not have. */
export function hasAgreed({ signer, progress, sessionSha256 }: SignerGrant): boolean {
  return signer.consentedAt !== null && progress.consentedBy === sessionSha256
}

/** As above, and what a link to a copy of the sealed document opens. */
export interface CopyGrant {
  readonly request: SignatureRequest
  /** Null: a follower's link, which is nobody's to sign by. */
  readonly signer: Signer | null
  readonly link: SigningLink
}
