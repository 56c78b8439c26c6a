import * as v from 'valibot'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { line } from '../../../shared/http/values.ts'
import { acceptInvitation as accepted, invitedBy, readInvited } from '../model/members/invitation.ts'
import { memberView, toMember } from '../model/members/member-view.ts'
import { invitationMac } from './invitation-mac.ts'

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/v1/invitations/accept',
  tag: 'Structure',
  summary: 'Accept an invitation',
  description: 'Send the token of the link in the e-mail. You must be signed in as the invited person.',
  access: { to: 'principal', peopleOnly: true },
  body: json(v.object({ token: line(200) })),
  responses: { 200: memberView },
  errors: ['invalid_grant', 'forbidden'],
  preload: ({ readItems, body }) => readInvited(readItems, body.token),
  async handle({ body, preloaded, principal, work, clock }) {
    const nowMs = clock()
    const invited = await invitedBy(body.token, preloaded, { mac: await invitationMac(), nowMs })
    if (isRefusal(invited)) return invited
    if (invited.member.userId !== principal.id)
      return refuse('forbidden', 'The invitation is for another person. Sign in with the invited e-mail address.')
    const { member, parts } = accepted(work, invited, nowMs)
    return reply(200, toMember(member, parts, nowMs), etagOf(member))
  },
})
