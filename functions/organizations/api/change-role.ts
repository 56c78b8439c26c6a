import * as v from 'valibot'
import { customRoles, namedRoles } from '../../../shared/auth/custom-role.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { readMemberCounts } from '../model/members/member-counts.ts'
import { changeName, systemNameRefusal } from '../model/role-name.ts'
import { followingRoleRefusal, letTwinFollowRoles } from '../model/test-mode/follow.ts'
import { auditOfRole, changesBetween, chosen, escalationRefusal } from './role-rules.ts'
import { roleView, toRole } from './role-view.ts'

const roleChange = v.object({
  name: v.optional(chosen.name),
  description: v.optional(v.nullable(chosen.description)),
  permissions: v.optional(chosen.permissions),
  version: v.optional(v.number()),
})

export const changeRole = operation({
  id: 'changeRole',
  method: 'PATCH',
  path: '/v1/orgs/{orgId}/roles/{roleId}',
  tag: 'Structure',
  summary: 'Change a custom role',
  description:
    'The new permissions apply from the next request of everybody who has the role. You cannot change a role ' +
    'that has, or would get, a permission that you lack on the organization itself.',
  access: { to: 'organizationResource', resource: namedRoles, permission: 'roles.manage' },
  // New permissions are given to everybody who has the role.
  recentSignIn: ({ body }) => body.permissions !== undefined,
  body: json(roleChange),
  responses: { 200: roleView },
  errors: ['forbidden', 'role_escalation', 'already_exists'],
  preload: ({ table, path }) => readMemberCounts(table, path.orgId),
  async handle({ access, resource: { role }, body, preloaded: countOf, work }) {
    const { name = role.name, description = role.description, permissions = role.permissions } = body
    const after = { ...role, name, description, permissions, version: role.version + 1 }
    const refusal =
      followingRoleRefusal(role) ??
      escalationRefusal(access, role) ??
      escalationRefusal(access, after) ??
      systemNameRefusal(name)
    if (refusal) return refusal
    const changes = changesBetween(role, after)
    // A repeated PATCH finds everything as it asks for: nothing happens twice.
    if (changes.length === 0) return reply(200, toRole(role, countOf), etagOf(role))
    work.update(customRoles, role, after)
    changeName(work, role, after)
    work.audit(auditOfRole(access, after, 'role.changed', changes))
    letTwinFollowRoles(work, access)
    return reply(200, toRole(after, countOf), etagOf(after))
  },
})
