import * as v from 'valibot'
import type { CustomRole } from '../../../shared/auth/custom-role.ts'
import type { OrganizationAccess } from '../../../shared/auth/node-access.ts'
import { permissions } from '../../../shared/auth/permissions.ts'
import { mayHandle, type Ranked } from '../../../shared/auth/role-rank.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { line, lines } from '../../../shared/http/values.ts'
import type { AuditEntry, auditActions } from '../../../shared/store/audit.ts'

/** What of a role is chosen, when it is made and later. */
export const chosen = {
  name: v.pipe(line(60), v.description('Must be unique in the organization, regardless of case.')),
  description: v.pipe(
    lines(500),
    v.transform((text) => text || null),
  ),
  permissions: v.pipe(
    v.array(v.picklist(permissions)),
    v.minLength(1, 'Send at least one permission.'),
    v.transform((given) => permissions.filter((permission) => given.includes(permission))),
    v.description('Only permissions that you have on the organization itself.'),
  ),
}

/** Why a role is not the caller's to make, change or delete: it permits what they may not do themselves. */
export function escalationRefusal(
  { memberships, orgId }: OrganizationAccess,
  role: Ranked,
): Refusal<'role_escalation'> | null {
  const ofOrganization = memberships.filter(({ nodeId }) => nodeId === orgId)
  if (mayHandle(ofOrganization, role, 'roles.manage')) return null
  return refuse('role_escalation', 'The role has permissions that you lack on the organization itself. Leave them out.')
}

type RoleAction = Extract<(typeof auditActions)[number], `role.${string}`>

/** The audit entry of something that was done to a role. */
export function auditOfRole(
  { livemode }: Pick<OrganizationAccess, 'livemode'>,
  { id, orgId, name }: CustomRole,
  action: RoleAction,
  changes: AuditEntry['changes'],
): AuditEntry {
  return { orgId, livemode, action, target: { type: 'role', id, label: name }, nodeId: orgId, changes }
}

/** What an audit entry tells of each field that is different. */
export function changesBetween(before: Partial<CustomRole>, after: Partial<CustomRole>): AuditEntry['changes'] {
  const fields = ['name', 'description', 'permissions'] as const
  return fields
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}
