import { operation } from '../../../shared/http/operation.ts'
import { formSecretOf } from '../../../shared/http/own-form.ts'
import { invitationPage } from './invitation-page.ts'
import { acceptedPage, goneFor, placeOfInvited } from './invitation-place.ts'
import { invitationLink } from './invitee-access.ts'

export const showInvitation = operation({
  id: 'showInvitation',
  method: 'GET',
  path: '/invitations/{token}',
  tag: 'Invitation page',
  summary: 'The page behind the link of an invitation',
  description: 'Changes nothing, so that programs that check links in e-mails do not accept an invitation.',
  access: invitationLink,
  responses: { 200: 'binary' },
  errors: [],
  async handle({ invited, accepted, headers, baseUrl, path: { token } }) {
    if (!invited) return invitationPage(accepted ? acceptedPage(accepted, baseUrl) : goneFor(headers), baseUrl)
    const { email } = invited.member
    const secret = formSecretOf('invitation', token)
    return invitationPage({ state: 'open', ...placeOfInvited(invited, baseUrl), email, secret }, baseUrl)
  },
})
