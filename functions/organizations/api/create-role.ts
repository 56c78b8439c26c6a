import * as v from 'valibot'
import { type CustomRole, customRoles } from '../../../shared/auth/custom-role.ts'
import { roleIdOfKey, roleKeys } from '../../../shared/auth/named-role.ts'
import { openRoleUsage } from '../../../shared/auth/role-usage.ts'
import { organizationRefusal } from '../../../shared/http/authorization/refusals.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import type { Table } from '../../../shared/store/table.ts'
import { changeName, keyForName, systemNameRefusal } from '../model/role-name.ts'
import { letTwinFollowRoles } from '../model/test-mode/follow.ts'
import { auditOfRole, changesBetween, chosen, escalationRefusal } from './role-rules.ts'
import { roleView, toRole } from './role-view.ts'

const roleInput = v.object({
  name: chosen.name,
  description: v.optional(v.nullable(chosen.description), null),
  permissions: chosen.permissions,
})

export const createRole = operation({
  id: 'createRole',
  method: 'POST',
  path: '/v1/orgs/{orgId}/roles',
  tag: 'Structure',
  summary: 'Create a custom role',
  description:
    'You can give only permissions that you have on the organization itself. The key is made from the name ' +
    'and stays when the name changes.',
  access: { to: 'organization', permission: 'roles.manage', scope: null },
  body: json(roleInput),
  responses: { 201: roleView },
  errors: ['forbidden', 'role_escalation', 'already_exists'],
  preload: ({ table, path, body }) => keyFor(table, path.orgId, body.name),
  async handle({ access, body, preloaded: { key, isTaken }, work, clock, ids }) {
    const refusal =
      organizationRefusal(access, 'roles.manage') ??
      escalationRefusal(access, { key: '', permissions: body.permissions }) ??
      systemNameRefusal(body.name)
    if (refusal) return refusal
    const nowMs = clock()
    const id = ids(nowMs)
    const role: CustomRole = {
      id,
      orgId: access.orgId,
      key: isTaken ? `${key}_${id.slice(-6)}` : key,
      ...body,
      createdAt: timestamp(nowMs),
      version: 1,
    }
    work.create(customRoles, role)
    work.create(roleKeys, { orgId: role.orgId, key: role.key, roleId: id })
    changeName(work, null, role)
    openRoleUsage(work, role)
    work.audit(auditOfRole(access, role, 'role.created', changesBetween({}, role)))
    letTwinFollowRoles(work, access)
    return reply(
      201,
      toRole(role, () => 0),
      etagOf(role),
    )
  },
})

/** The key that a name asks for, and whether another role has it, such as one that was renamed since. */
async function keyFor(table: Table, orgId: string, name: string): Promise<{ key: string; isTaken: boolean }> {
  const key = keyForName(name)
  return { key, isTaken: (await roleIdOfKey(table, orgId, key)) !== null }
}
