import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { lastOwnerRefusal } from '../model/members/member-counts.ts'
import { escalationRefusal } from '../model/members/member-rules.ts'
import { mirroredRefusal } from '../model/members/mirrored-member.ts'
import { namedMembers } from '../model/members/named-members.ts'
import { removeMember } from '../model/members/removed-member.ts'
import { partnerPartsAmong, readPartnerParts } from './partner-parts.ts'

export const removeProvisionedMembership = operation({
  id: 'removeProvisionedMembership',
  method: 'DELETE',
  path: '/v1/provisioning/memberships/{membershipId}',
  tag: 'Provisioning',
  summary: 'Remove a member',
  description:
    'The account, your externalId of the person and other memberships stay. Also removes an invitation that ' +
    'was not accepted.',
  access: {
    to: 'node',
    resource: namedMembers,
    permission: 'members.manage',
    scope: 'members:write',
    applicationsOnly: true,
  },
  responses: { 204: null },
  errors: ['membership_not_found', 'forbidden', 'role_escalation', 'last_owner'],
  preload: ({ readItems, path, principalId }) => readPartnerParts(readItems, path.membershipId, principalId),
  async handle({ access, resource: { member }, preloaded, table, work }) {
    const mirrored = mirroredRefusal(member)
    if (mirrored) return mirrored
    const parts = await partnerPartsAmong(table, preloaded, { member, principal: access.principal })
    if (isRefusal(parts)) return parts
    const kept = (await lastOwnerRefusal(table, member)) ?? escalationRefusal(access, parts.role)
    if (kept) return kept
    removeMember(work, member, parts)
    return reply(204, null)
  },
})
