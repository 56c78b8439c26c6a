import type { Access, LinkAccess } from '../../../shared/http/authorization/access.ts'
import type { CopyGrant, SignerGrant } from '../model/signer-grant.ts'

/** Holders of a signing link. */
export interface SignerAccess<Granted extends SignerGrant | CopyGrant = SignerGrant | CopyGrant>
  extends LinkAccess<Granted> {
  readonly notFound: 'not_found'
  /** Links to a copy of the sealed document open it too. Their holders cannot sign. */
  readonly alsoOfCopies: boolean
  /** A one-session link that no browser has opened yet is accepted, too. */
  readonly acceptsUnopened: boolean
}

export const signerLink: SignerAccess<SignerGrant> = {
  to: 'link',
  notFound: 'not_found',
  alsoOfCopies: false,
  acceptsUnopened: false,
}

export const firstSignerLink: SignerAccess<SignerGrant> = { ...signerLink, acceptsUnopened: true }

export const signerOrCopyLink: SignerAccess<CopyGrant> = {
  to: 'link',
  notFound: 'not_found',
  alsoOfCopies: true,
  acceptsUnopened: false,
}

export function isSignerAccess(access: Access): access is SignerAccess {
  return access.to === 'link' && 'alsoOfCopies' in access
}
