import type { Role } from '../../../shared/auth/custom-role.ts'
import type { readRole } from '../../../shared/auth/named-role.ts'
import type { NodeAccess } from '../../../shared/auth/node-access.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { escalationRefusal } from '../model/members/member-rules.ts'

/** What an application names as a role. */
export type NamedRole = Awaited<ReturnType<typeof readRole>>

/** The role that an application gives. Nobody gets to own an organization by its word, whatever its own role. */
export function roleToGive(
  access: NodeAccess,
  role: NamedRole,
): Role | Refusal<'role_not_found' | 'role_other_org' | 'role_escalation'> {
  if (isRefusal(role)) return role
  if (role.permissions.includes('organization.manage'))
    return refuse('role_escalation', 'An application cannot give the role owner. Choose another role.')
  return escalationRefusal(access, role) ?? role
}
