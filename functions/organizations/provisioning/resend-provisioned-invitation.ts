import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { mirroredRefusal } from '../model/members/mirrored-member.ts'
import { namedMembers } from '../model/members/named-members.ts'
import { resendBudgetKeys, resentInvitation } from '../model/members/resent-invitation.ts'
import { partnerPartsAmong, readPartnerParts } from './partner-parts.ts'
import { partnerMemberView, toPartnerMember } from './partner-views.ts'

export const resendProvisionedInvitation = operation({
  id: 'resendProvisionedInvitation',
  method: 'POST',
  path: '/v1/provisioning/memberships/{membershipId}/resend-invitation',
  tag: 'Provisioning',
  summary: 'Send an invitation again',
  description:
    'Works for pending and expired invitations. The e-mail has a new link and a new expiry; earlier links ' +
    'stop working. At most one a minute.',
  access: {
    to: 'node',
    resource: namedMembers,
    permission: 'members.manage',
    scope: 'members:write',
    applicationsOnly: true,
  },
  responses: { 200: partnerMemberView },
  errors: ['membership_not_found', 'forbidden', 'already_member', 'rate_limited'],
  preload: ({ readItems, path, principalId, nowMs }) =>
    readPartnerParts(readItems, path.membershipId, principalId, (member) => resendBudgetKeys(member, nowMs)),
  async handle({ access, resource: { member }, preloaded, table, work, clock }) {
    const mirrored = mirroredRefusal(member)
    if (mirrored) return mirrored
    const nowMs = clock()
    const next = resentInvitation(work, member, { nowMs, budgetItems: preloaded })
    if (isRefusal(next)) return next
    const parts = await partnerPartsAmong(table, preloaded, { member, principal: access.principal })
    if (isRefusal(parts)) return parts
    return reply(200, toPartnerMember(next, parts, nowMs), etagOf(next))
  },
})
