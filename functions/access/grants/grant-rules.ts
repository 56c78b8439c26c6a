import type { Grant } from '../../../shared/auth/grants/grant.ts'
import type { readRole } from '../../../shared/auth/named-role.ts'
import type { OrganizationAccess } from '../../../shared/auth/node-access.ts'
import { mayHandle } from '../../../shared/auth/role-rank.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'

export const grantIsRevoked = refuse('grant_revoked', 'The grant was revoked. The application needs a new one.')

/** The strongest role that an application is to hold: never the owner's, and none that exceeds what the caller has. */
export function roleForApplication(access: OrganizationAccess, role: Awaited<ReturnType<typeof readRole>>) {
  if (isRefusal(role)) return role
  if (role.permissions.includes('organization.manage'))
    return refuse('role_escalation', 'An application cannot have the role owner. Choose another role.')
  const ofOrganization = access.memberships.filter(({ nodeId }) => nodeId === access.orgId)
  if (mayHandle(ofOrganization, role, 'integrations.manage')) return role
  return refuse(
    'role_escalation',
    `The role ${role.key} exceeds your own. Choose a role with at most your permissions.`,
  )
}

/** Why scopes are not among those that there are to give. */
export function wideningRefusal(
  field: 'scopes' | 'delegatedScopes',
  asked: readonly string[],
  given: readonly string[],
  isGiven: (scope: string) => boolean,
): Refusal<'invalid_input'> | null {
  const beyond = asked.filter((scope) => !isGiven(scope))
  if (beyond.length === 0) return null
  const message = `${field}: ${beyond.join(', ')} cannot be given. Possible: ${given.join(', ') || 'nothing'}.`
  return refuse('invalid_input', message, { [field]: beyond })
}

/** A grant a version further. */
export function changed(grant: Grant, change: Partial<Grant>): Grant {
  return { ...grant, ...change, version: grant.version + 1 }
}
