import { operation } from '../../../shared/http/operation.ts'
import { acceptInvitation } from '../model/members/invitation.ts'
import { invitationPage } from './invitation-page.ts'
import { goneFor, placeOfInvited } from './invitation-place.ts'
import { invitationLink } from './invitee-access.ts'

export const acceptOnPage = operation({
  id: 'acceptOnPage',
  method: 'POST',
  path: '/invitations/{token}',
  tag: 'Invitation page',
  summary: 'Accept an invitation on its page',
  description: 'The link itself proves that the caller has access to the invited person’s mailbox.',
  access: invitationLink,
  responses: { 200: 'binary' },
  errors: [],
  async handle({ invited, headers, work, clock }) {
    if (!invited) return invitationPage(goneFor(headers))
    const { member } = acceptInvitation(work, invited, clock())
    return invitationPage({ state: 'joined', place: placeOfInvited(invited), locale: member.person.locale })
  },
})
