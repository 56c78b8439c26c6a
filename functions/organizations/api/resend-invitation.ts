import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { batchLoader } from '../../../shared/store/batch-loader.ts'
import { statusOf } from '../model/members/member.ts'
import { shownWith } from '../model/members/member-parts.ts'
import { escalationRefusal, isFarReaching } from '../model/members/member-rules.ts'
import { memberView, toMember } from '../model/members/member-view.ts'
import { mirroredRefusal } from '../model/members/mirrored-member.ts'
import { namedMembers } from '../model/members/named-members.ts'
import { readOwnIds } from '../model/members/own-ids.ts'
import { resendBudgetKeys, resentInvitation } from '../model/members/resent-invitation.ts'

export const resendInvitation = operation({
  id: 'resendInvitation',
  method: 'POST',
  path: '/v1/memberships/{membershipId}/resend-invitation',
  tag: 'Structure',
  summary: 'Send an invitation again',
  description:
    'Works for pending and expired invitations. The e-mail has a new link and a new expiry; earlier links ' +
    'stop working. At most one a minute. To send an expired invitation, you must be allowed to give its role.',
  access: { to: 'node', resource: namedMembers, permission: 'members.manage', scope: 'members:write' },
  // A new e-mail extends the invitation, and so gives the role like the first e-mail.
  recentSignIn: ({ resource: { member } }) => member.activeSince === null && isFarReaching(member.role.id),
  responses: { 200: memberView },
  errors: ['forbidden', 'role_escalation', 'already_member', 'rate_limited'],
  async handle({ access, resource: { member }, principal, table, work, clock }) {
    const mirrored = mirroredRefusal(member)
    if (mirrored) return mirrored
    const nowMs = clock()
    const readItems = batchLoader(table)
    const [shown, ownIdOf, budgetItems] = await Promise.all([
      shownWith(readItems, member),
      readOwnIds(readItems, principal, [member]),
      readItems(resendBudgetKeys(member, nowMs)),
    ])
    // Reviving an expired invitation gives the role anew.
    const escalation = statusOf(member, nowMs) === 'expired' ? escalationRefusal(access, shown.role) : null
    const next = escalation ?? resentInvitation(work, member, { nowMs, budgetItems })
    if (isRefusal(next)) return next
    return reply(200, toMember(next, shown, nowMs, ownIdOf(member)), etagOf(next))
  },
})
