import { operation } from '../../shared/http/operation.ts'
import { partsOf } from '../../shared/members/member-parts.ts'
import { invitationPage } from './invitation-page.ts'
import { goneFor, placeName, readOrganization } from './invitation-place.ts'

export const showInvitation = operation({
  id: 'showInvitation',
  method: 'GET',
  path: '/invitations/{token}',
  tag: 'Invitation page',
  summary: 'The page behind the link of an invitation',
  description: 'It changes nothing, so that whatever looks at links in mails accepts none.',
  access: { to: 'invitee' },
  responses: { 200: 'binary' },
  errors: [],
  async handle({ member, headers, table }) {
    if (!member) return invitationPage(goneFor(headers))
    const [parts, organization] = await Promise.all([partsOf(table, member, null), readOrganization(table, member)])
    const { locale } = parts.profile
    return invitationPage({ state: 'open', place: placeName(parts.node, organization), email: member.email, locale })
  },
})
