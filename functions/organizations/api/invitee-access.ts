import type { LinkAccess } from '../../../shared/http/authorization/access.ts'
import type { Invited } from '../model/members/invitation.ts'

/** Holders of an invitation's link. A link that cannot be used shows a page too: `invited` is null then. */
export const invitationLink: LinkAccess<{ readonly invited: Invited | null }> = { to: 'link', notFound: null }
