import * as v from 'valibot'
import type { CustomRole } from '../../../shared/auth/custom-role.ts'
import { readGivenRole, readRole, roleWithin } from '../../../shared/auth/named-role.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { line } from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import type { Table } from '../../../shared/store/table.ts'
import { inRole, moved, writeChanged } from '../model/members/changed-member.ts'
import { type Member, namedMembers } from '../model/members/member.ts'
import { keysBesideMember, partsOf } from '../model/members/member-parts.ts'
import { escalationRefusal } from '../model/members/member-rules.ts'
import { memberView, toMember } from '../model/members/member-view.ts'
import { readNamedNode } from '../model/tree/read-node.ts'

const membershipInput = v.pipe(
  v.object({
    role: v.optional(v.pipe(line(100), v.description('The key or the id of a role.'))),
    nodeId: v.optional(v.pipe(uuid, v.description('Of the same entity.'))),
    version: v.optional(v.number()),
  }),
  v.check(({ role, nodeId }) => (role === undefined) !== (nodeId === undefined), 'Send either role or nodeId.'),
)

export const changeMembership = operation({
  id: 'changeMembership',
  method: 'PATCH',
  path: '/v1/memberships/{membershipId}',
  tag: 'Structure',
  summary: 'Give a member another role, or move them within their entity',
  description: 'Send either role or nodeId. Nobody gives or changes a role that exceeds their own at the node.',
  access: { to: 'node', resource: namedMembers, permission: 'members.manage', scope: 'members:write' },
  body: json(membershipInput),
  responses: { 200: memberView },
  errors: [
    ...(['role_not_found', 'role_other_org', 'role_escalation', 'last_owner'] as const),
    ...(['node_not_found', 'membership_move_other_entity', 'forbidden'] as const),
  ],
  reads: async ({ table, json: body }) => {
    const [node, role] = await Promise.all([readNamedNode(table, body, 'nodeId'), readGivenRole(table, body)])
    return { node, role }
  },
  readsBesideResource: keysBesideMember,
  async handle({ access, resource: { member }, besideResource: beside, body, early, table, work, clock }) {
    const nowMs = clock()
    const [parts, role] = await Promise.all([
      partsOf(table, member, beside),
      body.role === undefined ? null : roleToGive(table, member, body.role, early?.role ?? null),
    ])
    const given = { access, member, parts }
    const escalation = escalationRefusal(access, parts.role)
    if (escalation) return escalation
    const items = body.nodeId === undefined ? null : (early?.node ?? (await readNamedNode(table, body, 'nodeId')))
    const changed = role === null ? moved(given, items ?? []) : inRole(given, role)
    if (isRefusal(changed)) return changed
    const after = writeChanged(work, given, changed, nowMs)
    return reply(200, toMember(after, changed.parts, nowMs), etagOf(after))
  },
})

/** `early` is the role, where it was named by its id. */
async function roleToGive(table: Table, { orgId }: Member, named: string, early: CustomRole | null) {
  return early ? roleWithin(orgId, early) : await readRole(table, orgId, named)
}
