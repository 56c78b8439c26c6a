import type { Access, LinkAccess } from '../../../shared/http/authorization/access.ts'
import type { FollowerGrant } from './follower-grant.ts'
import type { OwnerGrant } from './owner-grant.ts'
import type { RecipientGrant } from './recipient-grant.ts'

/** What every request to a page of a link gives its handler. */
export interface PageRequest<Grant> {
  /** Null: the link opens nothing. The page says so, for every reason alike. */
  readonly grant: Grant | null
  /** The fields of the page's own form; null for any other request. */
  readonly form: URLSearchParams | null
  /** The browser, by the SHA-256 of the secret in its cookie. */
  readonly sessionSha256: string
}

/** The owner of a sender account, by the link in the e-mail to them. */
export interface OwnerAccess extends LinkAccess<PageRequest<OwnerGrant>> {
  readonly page: 'owner'
  readonly notFound: null
}

/** The recipient of a registered mail, by the link in their notice. */
export interface RecipientAccess extends LinkAccess<PageRequest<RecipientGrant>> {
  readonly page: 'recipient'
  readonly notFound: null
}

/** A follower of a registered mail, by the link in the e-mail that a proof was issued. */
export interface FollowerAccess extends LinkAccess<PageRequest<FollowerGrant>> {
  readonly page: 'follower'
  readonly notFound: null
}

export const followerLink: FollowerAccess = { to: 'link', page: 'follower', notFound: null }
export const ownerLink: OwnerAccess = { to: 'link', page: 'owner', notFound: null }
export const recipientLink: RecipientAccess = { to: 'link', page: 'recipient', notFound: null }

export function isPageAccess(access: Access): access is OwnerAccess | RecipientAccess | FollowerAccess {
  return access.to === 'link' && 'page' in access
}
