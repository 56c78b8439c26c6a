import type { Principal } from '../../../shared/auth/principal.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { consentsOfMember } from '../../access/model/consents-of-member.ts'
import type { Member } from '../model/members/member.ts'
import { lastOwnerRefusal } from '../model/members/member-counts.ts'
import { escalationRefusal } from '../model/members/member-rules.ts'
import { mirroredRefusal } from '../model/members/mirrored-member.ts'
import { namedMembers } from '../model/members/named-members.ts'
import { removeMember } from '../model/members/removed-member.ts'
import { partnerPartsAmong, readMember, readPartsFor } from './partner-parts.ts'

export const removeProvisionedMembership = operation({
  id: 'removeProvisionedMembership',
  method: 'DELETE',
  path: '/v1/provisioning/memberships/{membershipId}',
  tag: 'Provisioning',
  summary: 'Remove a member',
  description:
    'The account, your externalId of the person and other memberships stay. Also removes an invitation that ' +
    'was not accepted, and one that you sent yourself even if its role exceeds the role of the application’s grant: ' +
    'this way you can withdraw the invitation of an owner whose address was wrong. With the last membership or invitation in an organization, the person’s own consents to ' +
    'applications there are revoked.',
  access: {
    to: 'node',
    resource: namedMembers,
    permission: 'members.manage',
    scope: 'members:write',
    applicationsOnly: true,
  },
  responses: { 204: null },
  errors: ['membership_not_found', 'forbidden', 'role_escalation', 'last_owner'],
  async preload({ table, readItems, path, principalId }) {
    const member = await readMember(readItems, path.membershipId)
    if (!member) return { partItems: [], consents: [] }
    const partItems = await readPartsFor(principalId, readItems, member)
    // Consents are read after the parts: one that is given later changes a version among them.
    return { partItems, consents: await consentsOfMember(table, member) }
  },
  async handle({ access, principal, resource: { member }, preloaded, table, work, clock }) {
    const mirrored = mirroredRefusal(member)
    if (mirrored) return mirrored
    const parts = await partnerPartsAmong(table, preloaded.partItems, { member, principal })
    if (isRefusal(parts)) return parts
    const kept = isOwnInvitation(member, principal)
      ? null
      : ((await lastOwnerRefusal(table, member)) ?? escalationRefusal(access, parts.role))
    if (kept) return kept
    await removeMember({ table, work, by: principal, nowMs: clock() }, member, {
      ...parts,
      consents: preloaded.consents,
    })
    return reply(204, null)
  },
})

/** Whether the application invited somebody who has not accepted. Nobody has the role yet, so the application may withdraw it. */
function isOwnInvitation({ activeSince, invitedBy }: Member, { id }: Principal): boolean {
  return activeSince === null && invitedBy?.id === id
}
