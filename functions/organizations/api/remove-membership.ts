import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { consentsOfMember } from '../../access/model/consents-of-member.ts'
import { partsOf } from '../model/members/member-parts.ts'
import { escalationRefusal, hasFarReachingRole } from '../model/members/member-rules.ts'
import { mirroredRefusal } from '../model/members/mirrored-member.ts'
import { namedMembers } from '../model/members/named-members.ts'
import { removeMember } from '../model/members/removed-member.ts'

export const removeMembership = operation({
  id: 'removeMembership',
  method: 'DELETE',
  path: '/v1/memberships/{membershipId}',
  tag: 'Structure',
  summary: 'Remove a member',
  description:
    'The account and its other memberships stay. Also removes an invitation that was not accepted. People can ' +
    'always remove their own memberships and decline their own invitations. With the last membership or invitation ' +
    'in an organization, the person’s own consents to applications there are revoked.',
  access: { to: 'node', resource: namedMembers, permission: 'members.manage', scope: 'members:write', onOwn: true },
  recentSignIn: ({ resource }) => hasFarReachingRole(resource.member),
  responses: { 204: null },
  errors: ['membership_not_found', 'forbidden', 'role_escalation', 'last_owner'],
  async handle({ access, principal, resource: { member }, table, work, clock }) {
    const mirrored = mirroredRefusal(member)
    if (mirrored) return mirrored
    const parts = await partsOf(table, member)
    if (isRefusal(parts)) return parts
    // Consents are read after the parts: one that is given later changes a version among them.
    const consents = await consentsOfMember(table, member)
    const isOwn = principal.kind === 'user' && member.userId === principal.id
    const escalation = isOwn ? null : escalationRefusal(access, parts.role)
    if (escalation) return escalation
    await removeMember({ table, work, by: principal, nowMs: clock() }, member, { ...parts, consents })
    return reply(204, null)
  },
})
