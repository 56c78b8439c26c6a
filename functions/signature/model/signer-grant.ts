import type { Brand } from '../../../shared/pages/brand.ts'
import { codeLimits, isProvedBy } from '../../../shared/personal-links/code-proof.ts'
import type { CodesOfRecipient } from '../../../shared/personal-links/recipient-codes.ts'
import type { Organization } from '../../../shared/store/entities.ts'
import { agreementSha256 } from './agreement-sha256.ts'
import type { SignatureRequest, Signer } from './request.ts'
import type { SigningLink } from './signing-link.ts'
import type { SigningProgress } from './signing-progress.ts'

/** What the holder of a signer's personal link can act on. */
export interface SignerGrant {
  readonly request: SignatureRequest
  readonly signer: Signer
  readonly progress: SigningProgress
  /** Of the mailbox or the telephone number of the signer. */
  readonly codesOfRecipient: CodesOfRecipient
  readonly link: SigningLink
  /** The organization of the request. */
  readonly organization: Organization
  /** How the sender shows themselves. */
  readonly brand: Brand
  /** The browser, identified by the SHA-256 of the secret in its cookie. A proof counts only in its browser. */
  readonly sessionSha256: string
}

/** Whether this is a session link, issued to the sender, whose code was not entered yet. */
export function isUnproved({ link, progress, sessionSha256 }: SignerGrant, nowMs: number): boolean {
  return isOfSession(link) && !isProvedBy(progress.code, sessionSha256, nowMs)
}

/**
 * Whether the signer has opened the document; a link for one session only shows it to the browser that used it to open
 * the document.
 */
export function hasOpened({ link, signer }: Pick<SignerGrant, 'link' | 'signer'>): boolean {
  return signer.openedAt !== null && (link.expiresAtMs === null || link.session !== null)
}

export function isOfSession({ expiresAtMs }: SigningLink): boolean {
  return expiresAtMs !== null
}

/** How long a code is that is asked for by this link. The sender holds a session link, too, and could guess. */
export function digitsFor(link: SigningLink): number {
  return isOfSession(link) ? codeLimits.sessionDigits : codeLimits.digits
}

/**
 * Whether consent was given in this browser, to what the page shows now. Consent in another browser may come from somebody else.
 * Consent ends when the sender changes the title or a name.
 */
export function hasAgreed(grant: SignerGrant): boolean {
  const { signer, progress, sessionSha256 } = grant
  const isGivenHere = signer.consentedAt !== null && progress.consentedBy === sessionSha256
  return isGivenHere && progress.agreementSha256 === agreementOf(grant)
}

/** SHA-256 of what the signer can agree to now. */
export function agreementOf({ request, signer }: Pick<SignerGrant, 'request' | 'signer'>): string {
  return agreementSha256(request.record, signer.id)
}

/** A signer's grant, or the grant of a link to a copy of the sealed document. */
export interface CopyGrant {
  readonly request: SignatureRequest
  /** Null for a follower's link, which cannot sign. */
  readonly signer: Signer | null
  readonly link: SigningLink
}
