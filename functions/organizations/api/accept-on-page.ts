import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { acceptInvitation } from '../model/members/invitation.ts'
import { invitationPage } from './invitation-page.ts'
import { acceptedPage, goneFor, placeOfInvited } from './invitation-place.ts'
import { invitationLink } from './invitee-access.ts'

export const acceptOnPage = operation({
  id: 'acceptOnPage',
  method: 'POST',
  path: '/invitations/{token}',
  tag: 'Invitation page',
  summary: 'Accept an invitation on its page',
  description:
    'The link itself proves that the caller has access to the invited person’s mailbox. Only the form of the page accepts: the request carries its secret, and comes from no other site.',
  access: invitationLink,
  responses: { 200: 'binary' },
  errors: ['forbidden'],
  async handle({ invited, accepted, isOwnForm, headers, baseUrl, work, clock }) {
    if (!invited) return invitationPage(accepted ? acceptedPage(accepted, baseUrl) : goneFor(headers), baseUrl)
    if (!isOwnForm) return refuse('forbidden', 'Open the link of the invitation and press the button on its page.')
    acceptInvitation(work, invited, clock())
    return invitationPage({ state: 'joined', ...placeOfInvited(invited, baseUrl) }, baseUrl)
  },
})
