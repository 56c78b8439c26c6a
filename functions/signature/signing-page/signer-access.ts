import type { Access, LinkAccess } from '../../../shared/http/authorization/access.ts'
import type { CopyGrant, SignerGrant } from '../model/signer-grant.ts'

/** Holders of a signing link. */
export interface SignerAccess<Granted extends SignerGrant | CopyGrant = SignerGrant | CopyGrant>
  extends LinkAccess<Granted> {
  readonly notFound: 'not_found'
  /** Links to a copy of the sealed document open it too. Their holders cannot sign. */
  readonly alsoOfCopies: boolean
  /** The browser that uses a one-session link here first becomes its only one. */
  readonly bindsSession: boolean
}

export const signerLink: SignerAccess<SignerGrant> = {
  to: 'link',
  notFound: 'not_found',
  alsoOfCopies: false,
  bindsSession: false,
}

export const firstSignerLink: SignerAccess<SignerGrant> = { ...signerLink, bindsSession: true }

export const signerOrCopyLink: SignerAccess<CopyGrant> = {
  to: 'link',
  notFound: 'not_found',
  alsoOfCopies: true,
  bindsSession: false,
}

export function isSignerAccess(access: Access): access is SignerAccess {
  return access.to === 'link' && 'alsoOfCopies' in access
}
