import * as v from 'valibot'
import type { CustomRole } from '../../../shared/auth/custom-role.ts'
import { readRole, readRoleOfId, roleWithin } from '../../../shared/auth/named-role.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { line } from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { batchLoader } from '../../../shared/store/batch-loader.ts'
import type { Table } from '../../../shared/store/table.ts'
import { inRole, moved, writeChanged } from '../model/members/changed-member.ts'
import type { Member } from '../model/members/member.ts'
import { partsOf } from '../model/members/member-parts.ts'
import { escalationRefusal, hasFarReachingRole, isFarReaching } from '../model/members/member-rules.ts'
import { memberView, toMember } from '../model/members/member-view.ts'
import { mirroredRefusal } from '../model/members/mirrored-member.ts'
import { namedMembers } from '../model/members/named-members.ts'
import { readOwnIds } from '../model/members/own-ids.ts'
import { readNodeItem } from '../model/tree/read-node.ts'

const membershipInput = v.pipe(
  v.object({
    role: v.optional(v.pipe(line(100), v.description('The key or the id of a role.'))),
    nodeId: v.optional(v.pipe(uuid, v.description('A node of the same entity.'))),
    version: v.optional(v.number()),
  }),
  v.check(({ role, nodeId }) => (role === undefined) !== (nodeId === undefined), 'Send either role or nodeId.'),
)

export const changeMembership = operation({
  id: 'changeMembership',
  method: 'PATCH',
  path: '/v1/memberships/{membershipId}',
  tag: 'Structure',
  summary: 'Change the role of a member, or move them within their entity',
  description: 'Send either role or nodeId. You can neither give nor change a role that exceeds your own at the node.',
  access: { to: 'node', resource: namedMembers, permission: 'members.manage', scope: 'members:write' },
  recentSignIn: ({ body, resource }) =>
    body.role !== undefined && (isFarReaching(body.role) || hasFarReachingRole(resource.member)),
  body: json(membershipInput),
  responses: { 200: memberView },
  errors: [
    'membership_not_found',
    ...(['role_not_found', 'role_other_org', 'role_escalation', 'last_owner'] as const),
    ...(['node_not_found', 'membership_move_other_entity', 'forbidden'] as const),
  ],
  preload: async ({ table, body }) => {
    const [node, role] = await Promise.all([readNodeItem(table, body.nodeId), readRoleOfId(table, body.role)])
    return { node, role }
  },
  async handle({ access, resource: { member }, body, preloaded, principal, table, work, clock }) {
    const mirrored = mirroredRefusal(member)
    if (mirrored) return mirrored
    const nowMs = clock()
    const [parts, ownIdOf, role] = await Promise.all([
      partsOf(table, member),
      readOwnIds(batchLoader(table), principal, [member]),
      body.role === undefined ? null : roleToGive(table, member, body.role, preloaded.role),
    ])
    if (isRefusal(parts)) return parts
    const given = { access, member, parts }
    const escalation = escalationRefusal(access, parts.role)
    if (escalation) return escalation
    const changed = role === null ? moved(given, preloaded.node) : inRole(given, role)
    if (isRefusal(changed)) return changed
    const after = writeChanged(work, given, changed, nowMs)
    return reply(200, toMember(after, changed.parts, nowMs, ownIdOf(member)), etagOf(after))
  },
})

/** `ofId` is the custom role whose id was sent. Keys of roles belong to an organization, which only the member tells. */
async function roleToGive(table: Table, { orgId }: Member, named: string, ofId: CustomRole | null) {
  return ofId ? roleWithin(orgId, ofId) : await readRole(table, orgId, named)
}
