import { type Permission, systemRoleKeys, systemRoles } from './permissions.ts'
import type { Membership } from './principal.ts'

/** A role, as far as it is stronger or weaker than others. */
export interface Ranked {
  readonly key: string
  readonly permissions: readonly Permission[]
}

/** The system role that a key or an id names, or null. */
export function systemRole(named: string) {
  const key = systemRoleKeys.find((known) => known === named || systemRoles[known].id === named.toLowerCase())
  return key === undefined ? null : systemRoles[key]
}

/** The strongest first. */
const ranks = Object.keys(systemRoles)

/** System roles stand in one order; any other role exceeds what lacks one of its permissions. */
export function exceeds(role: Ranked, other: Ranked): boolean {
  const [rank, otherRank] = [ranks.indexOf(role.key), ranks.indexOf(other.key)]
  if (rank >= 0 && otherRank >= 0) return rank < otherRank
  return role.permissions.some((permission) => !other.permissions.includes(permission))
}

/** Whether one of these memberships lets its holder give a role, change it or take it away: to members, or to API keys. */
export function mayHandle(
  memberships: readonly Membership[],
  role: Ranked,
  by: 'members.manage' | 'integrations.manage' | 'roles.manage' = 'members.manage',
): boolean {
  return memberships.some(
    ({ role: { key }, permissions }) => permissions.includes(by) && !exceeds(role, { key, permissions }),
  )
}
