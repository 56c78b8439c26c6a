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
  async handle({ invited, headers, table }) {
    if (!invited) return invitationPage(goneFor(headers))
    const { member, beside } = invited
    const [parts, organization] = await Promise.all([partsOf(table, member, beside), readOrganization(table, invited)])
    const { locale } = parts.profile
    return invitationPage({ state: 'open', place: placeName(parts.node, organization), email: member.email, locale })
  },
})
