import * as v from 'valibot'
import type { CustomRole } from '../../../shared/auth/custom-role.ts'
import { permissions, type SystemRoleKey, systemRoles } from '../../../shared/auth/permissions.ts'
import { growing } from '../../../shared/platform/growing.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import type { MemberCounts } from '../model/members/member-counts.ts'

/** A role as it is answered. */
export const roleView = v.pipe(
  v.object({
    id: uuid,
    key: v.string(),
    name: v.string(),
    description: v.nullable(v.string()),
    system: v.boolean(),
    permissions: v.array(growing(permissions)),
    orgId: v.pipe(v.nullable(uuid), v.description('Null: a built-in role.')),
    memberCount: v.pipe(v.number(), v.description('The number of members with the role, including invited ones.')),
    version: v.pipe(v.number(), v.description('For `If-Match`. Built-in roles never change.')),
  }),
  v.title('Role'),
)
export type RoleView = v.InferOutput<typeof roleView>

export function toSystemRole(key: SystemRoleKey, countOf: MemberCounts): RoleView {
  const { id, name, permissions: permitted } = systemRoles[key]
  const shared = { description: null, system: true, orgId: null, version: 1 }
  return { id, key, name, ...shared, permissions: [...permitted], memberCount: countOf(key) }
}

export function toRole(role: CustomRole, countOf: MemberCounts): RoleView {
  const { id, key, name, description, permissions: permitted, orgId, version } = role
  return {
    id,
    key,
    name,
    description,
    system: false,
    permissions: permitted,
    orgId,
    memberCount: countOf(key),
    version,
  }
}
