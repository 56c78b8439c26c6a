import * as v from 'valibot'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { line, nullsAbsent } from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import {
  acceptInvitation as accepted,
  invitedBy,
  ownInvitation,
  readInvitation,
  readInvited,
} from '../model/members/invitation.ts'
import { memberView, shownOf, toMember } from '../model/members/member-view.ts'
import { invitationMacKeys } from './invitation-mac-keys.ts'

const acceptanceInput = v.pipe(
  nullsAbsent({ token: v.optional(line(200)), membershipId: v.optional(uuid) }),
  v.check(
    ({ token, membershipId }) => (token === undefined) !== (membershipId === undefined),
    'Send either token or membershipId.',
  ),
)

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/v1/invitations/accept',
  tag: 'Structure',
  summary: 'Accept an invitation',
  description:
    'Send the token of the link in the e-mail, or the membershipId of an invitation that GET /v1/me lists. You must ' +
    'be signed in as the invited person.',
  access: { to: 'principal', peopleOnly: true },
  body: json(acceptanceInput),
  responses: { 200: memberView },
  errors: ['invalid_grant', 'forbidden'],
  preload: ({ readItems, body: { token, membershipId } }) =>
    token === undefined ? readInvitation(readItems, membershipId ?? '') : readInvited(readItems, token),
  async handle({ body, preloaded, principal, work, clock }) {
    const nowMs = clock()
    const invited =
      body.token === undefined
        ? ownInvitation(preloaded, { userId: principal.id, nowMs })
        : await invitedBy(body.token, preloaded, { macKeys: await invitationMacKeys(), nowMs })
    if (isRefusal(invited)) return invited
    if (invited.member.userId !== principal.id)
      return refuse('forbidden', 'The invitation is for another person. Sign in with the invited e-mail address.')
    const { member, parts } = accepted(work, invited, nowMs)
    const shown = { ...parts, profile: shownOf(member, parts.account) }
    return reply(200, toMember(member, shown, nowMs), etagOf(member))
  },
})
