import * as v from 'valibot'
import { readRole } from '../../../shared/auth/named-role.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { line } from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { inRole, moved, writeChanged } from '../model/members/changed-member.ts'
import { lastOwnerRefusal } from '../model/members/member-counts.ts'
import { escalationRefusal } from '../model/members/member-rules.ts'
import { mirroredRefusal } from '../model/members/mirrored-member.ts'
import { namedMembers } from '../model/members/named-members.ts'
import { readNodeItem } from '../model/tree/read-node.ts'
import { partnerPartsAmong, readPartnerParts } from './partner-parts.ts'
import { partnerMemberView, toPartnerMember } from './partner-views.ts'
import { roleToGive } from './role-to-give.ts'

const membershipInput = v.pipe(
  v.object({
    role: v.optional(v.pipe(line(100), v.description('The key or the id of a role. The role owner is not possible.'))),
    nodeId: v.optional(v.pipe(uuid, v.description('A node of the same entity.'))),
    version: v.optional(v.number()),
  }),
  v.check(({ role, nodeId }) => (role === undefined) !== (nodeId === undefined), 'Send either role or nodeId.'),
)

export const changeProvisionedMembership = operation({
  id: 'changeProvisionedMembership',
  method: 'PATCH',
  path: '/v1/provisioning/memberships/{membershipId}',
  tag: 'Provisioning',
  summary: 'Change the role of a member, or move them within their entity',
  description:
    'Send either role or nodeId. You can neither give nor change a role that exceeds the role of the ' +
    'application’s grant.',
  access: {
    to: 'node',
    resource: namedMembers,
    permission: 'members.manage',
    scope: 'members:write',
    applicationsOnly: true,
  },
  body: json(membershipInput),
  responses: { 200: partnerMemberView },
  errors: [
    'membership_not_found',
    ...(['role_not_found', 'role_other_org', 'role_escalation', 'last_owner'] as const),
    ...(['node_not_found', 'membership_move_other_entity', 'forbidden'] as const),
  ],
  async preload({ table, readItems, path, body, principalId }) {
    const [node, partItems] = await Promise.all([
      readNodeItem(table, body.nodeId),
      readPartnerParts(readItems, path.membershipId, principalId),
    ])
    return { node, partItems }
  },
  async handle({ access, resource: { member }, body, preloaded, table, work, clock }) {
    const mirrored = mirroredRefusal(member)
    if (mirrored) return mirrored
    const nowMs = clock()
    const named = body.role === undefined ? null : await readRole(table, member.orgId, body.role)
    const toGive = named && roleToGive(access, named)
    if (isRefusal(toGive)) return toGive
    const parts = await partnerPartsAmong(table, preloaded.partItems, { member, principal: access.principal })
    if (isRefusal(parts)) return parts
    const lastOwner = toGive && (await lastOwnerRefusal(table, member))
    const given = { access, member, parts }
    const kept = lastOwner ?? escalationRefusal(access, parts.role)
    if (kept) return kept
    const changed = toGive === null ? moved(given, preloaded.node) : inRole(given, toGive)
    if (isRefusal(changed)) return changed
    const after = writeChanged(work, given, changed, nowMs)
    const { applicationId, externalId } = parts
    return reply(200, toPartnerMember(after, { ...changed.parts, applicationId, externalId }, nowMs), etagOf(after))
  },
})
