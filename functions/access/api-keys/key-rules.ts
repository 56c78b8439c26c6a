import * as v from 'valibot'
import { type IssuedKey, statusOfKey } from '../../../shared/auth/api-key.ts'
import type { Role } from '../../../shared/auth/custom-role.ts'
import type { readRole } from '../../../shared/auth/named-role.ts'
import type { OrganizationAccess } from '../../../shared/auth/node-access.ts'
import { mayHandle, type Ranked } from '../../../shared/auth/role-rank.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { isCidr } from '../../../shared/http/client-address.ts'
import { instant, line } from '../../../shared/http/values.ts'
import { dayMs } from '../../../shared/platform/clock.ts'

const longestMs = 2 * 365 * dayMs + dayMs

/** What of a key is chosen, when it is made and later. */
export const chosen = {
  name: v.pipe(line(100), v.description('Must be unique among the active keys of the organization.')),
  role: v.pipe(line(100), v.description('The key or the id of a role. The role owner is not possible.')),
  ipAllowlist: v.pipe(
    v.array(v.string()),
    v.maxLength(50),
    v.description('IP addresses and CIDR ranges (IPv4 and IPv6) from which the key can be used.'),
  ),
  expiresAt: v.pipe(instant, v.description('Must be in the future, at most two years from now.')),
}

/** What a body names. */
export type NamedRole = Awaited<ReturnType<typeof readRole>>

/** The role that a key is to have: never the owner's, and none that exceeds what the caller may give. */
export function roleForKey(access: OrganizationAccess, role: NamedRole) {
  if (isRefusal(role)) return role
  return escalationRefusal(access, role) ?? role
}

/** Why a role is not the caller's to hand to a machine. */
function escalationRefusal(access: OrganizationAccess, role: Ranked): Refusal<'role_escalation'> | null {
  if (role.permissions.includes('organization.manage'))
    return refuse('role_escalation', 'An API key cannot have the role owner. Choose another role.')
  const ofOrganization = access.memberships.filter(({ nodeId }) => nodeId === access.orgId)
  if (mayHandle(ofOrganization, role, 'integrations.manage')) return null
  return refuse(
    'role_escalation',
    `The role ${role.key} exceeds your own. Choose a role with at most your permissions.`,
  )
}

/** The same of the role that a key has: whoever changes it, or gets its secret, has its role in their hands. */
export function heldRoleRefusal(access: OrganizationAccess, held: Role): Refusal<'role_escalation'> | null {
  return escalationRefusal(access, asMachine(held))
}

/** A role as a machine has it: the owner's part of it is never a machine's. */
function asMachine(held: Role): Ranked {
  const permissions = held.permissions.filter((permission) => permission !== 'organization.manage')
  return { key: held.key, permissions }
}

interface Limits {
  readonly ipAllowlist?: readonly string[] | null | undefined
  readonly expiresAt?: string | null | undefined
}

export function limitsRefusal({ ipAllowlist, expiresAt }: Limits, nowMs: number): Refusal<'invalid_input'> | null {
  const wrong = ipAllowlist?.find((range) => !isCidr(range))
  if (wrong !== undefined)
    return refuse('invalid_input', `ipAllowlist: ${JSON.stringify(wrong)} is neither an IP address nor a CIDR range.`)
  const untilMs = expiresAt ? Date.parse(expiresAt) - nowMs : null
  if (untilMs !== null && (untilMs <= 0 || untilMs > longestMs))
    return refuse('invalid_input', 'expiresAt must be in the future, at most two years from now.')
  return null
}

/** Only a key that works can be changed. */
export function inactiveRefusal({ client }: IssuedKey, nowMs: number): Refusal<'invalid_input'> | null {
  const status = statusOfKey(client, nowMs)
  return status === 'active' ? null : refuse('invalid_input', `The API key is ${status} and cannot be changed.`)
}
