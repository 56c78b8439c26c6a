import { delegatedScopeOf, type Permission } from '../auth/permissions.ts'
import type { PrincipalKind } from '../auth/principal.ts'
import type { Access } from './operation.ts'

/**
 * Which kinds of principal may call an operation, or null where nobody has to be known. The machine credentials of a
 * partner application carry provisioning scopes only, so that what a permission guards is out of their reach.
 */
export function principalsOf(access: Access): PrincipalKind[] | null {
  if (access.to === 'anyone') return null
  const permissions = permissionsOf(access)
  if (permissions.length === 0) return ['user', 'api_key', 'partner', 'delegated']
  const delegable = permissions.some((permission) => delegatedScopeOf(permission) !== null)
  return delegable ? ['user', 'api_key', 'delegated'] : ['user', 'api_key']
}

/** The permissions of which one is needed; none where it is enough to be somebody. */
export function permissionsOf(access: Access): readonly Permission[] {
  if (access.to === 'anyone') return []
  if (access.to === 'principal') return access.anyOf ?? []
  return [access.permission]
}
