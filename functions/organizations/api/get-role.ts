import { customRoleKey, customRoles } from '../../../shared/auth/custom-role.ts'
import { systemRole } from '../../../shared/auth/role-rank.ts'
import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { isUuid } from '../../../shared/platform/ids.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { readMemberCounts } from '../model/members/member-counts.ts'
import { roleView, toRole, toSystemRole } from './role-view.ts'

export const getRole = operation({
  id: 'getRole',
  method: 'GET',
  path: '/v1/orgs/{orgId}/roles/{roleId}',
  tag: 'Structure',
  summary: 'Read a role',
  description: 'A built-in role or a custom role, with its permissions.',
  access: { to: 'organization', permission: 'members.read', scope: 'members:read' },
  responses: { 200: roleView },
  errors: ['role_not_found'],
  async preload({ table, path: { orgId, roleId }, readItems }) {
    const [countOf, items] = await Promise.all([
      readMemberCounts(table, orgId),
      isUuid(roleId) ? readItems([customRoleKey(roleId.toLowerCase())]) : [],
    ])
    return { countOf, role: recordsOf(customRoles, items)[0] }
  },
  async handle({ access: { orgId }, path: { roleId }, preloaded: { countOf, role } }) {
    const builtIn = systemRole(roleId)
    if (builtIn) return reply(200, toSystemRole(builtIn.key, countOf))
    if (role?.orgId !== orgId) return refuse('role_not_found', 'There is no such role, or it is not visible to you.')
    return reply(200, toRole(role, countOf), etagOf(role))
  },
})
