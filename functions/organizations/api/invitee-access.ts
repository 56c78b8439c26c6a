import type { LinkAccess } from '../../../shared/http/authorization/access.ts'
import type { Invited } from '../model/members/invitation.ts'

/** What the holder of an invitation's link gets. A link that opens nothing shows a page too: both are null then. */
export interface InviteeGrant {
  /** An invitation that can be accepted. */
  readonly invited: Invited | null
  /** An invitation that was accepted. */
  readonly accepted: Invited | null
  /** Whether the request is the form of the page. */
  readonly isOwnForm: boolean
}

export const invitationLink: LinkAccess<InviteeGrant> = { to: 'link', notFound: null }
