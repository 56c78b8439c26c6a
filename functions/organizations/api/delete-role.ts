import { customRoles, namedRoles } from '../../../shared/auth/custom-role.ts'
import { roleKeys } from '../../../shared/auth/named-role.ts'
import { closeRoleUsage } from '../../../shared/auth/role-usage.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { forgetRole } from '../model/members/member-counts.ts'
import { changeName } from '../model/role-name.ts'
import { followingRoleRefusal, letTwinFollowRoles } from '../model/test-mode/follow.ts'
import { auditOfRole, changesBetween, escalationRefusal } from './role-rules.ts'

export const deleteRole = operation({
  id: 'deleteRole',
  method: 'DELETE',
  path: '/v1/orgs/{orgId}/roles/{roleId}',
  tag: 'Structure',
  summary: 'Delete a custom role',
  description:
    'The role must not be in use by a member, an invitation, an application or an API key. Expired keys ' +
    'count; revoked keys do not.',
  access: { to: 'organizationResource', resource: namedRoles, permission: 'roles.manage' },
  responses: { 204: null },
  errors: ['forbidden', 'role_escalation', 'still_referenced'],
  async handle({ access, resource: { role }, work }) {
    const escalation = followingRoleRefusal(role) ?? escalationRefusal(access, role)
    if (escalation) return escalation
    work.remove(customRoles, role)
    work.removePart(roleKeys.key({ ...role, roleId: role.id }))
    changeName(work, role, null)
    closeRoleUsage(work, role)
    forgetRole(work, role.orgId, role.key)
    work.audit(auditOfRole(access, role, 'role.deleted', changesBetween(role, {})))
    letTwinFollowRoles(work, access)
    return reply(204, null)
  },
})
