import { delegatedScopeOf, type PartnerScope, type Permission } from '../../auth/permissions.ts'
import type { PrincipalKind } from '../../auth/principal.ts'
import type { Access, LinkAccess, PeopleOnlyResourceTarget, PeopleOnlyTarget, PublicAccess } from './access.ts'

/**
 * The kinds of principal that may call an operation; null where it needs no token. Partner applications with machine
 * credentials may call only operations that declare a scope for them, and reach no business data.
 */
export function principalsOf(access: Access): PrincipalKind[] | null {
  if (isWithoutToken(access)) return null
  if (isForPeople(access)) return ['user']
  if (isForApplications(access)) return ['partner']
  const kinds: PrincipalKind[] = ['user', 'api_key']
  if (partnerScopeOf(access) !== null || asksForNothing(access)) kinds.push('partner')
  if (asksForNothing(access) || delegatedScopesOf(access).length > 0) kinds.push('delegated')
  return kinds
}

/** Whether every principal may call the operation, because it is about the principal itself. */
export function asksForNothing(access: Access): boolean {
  return access.to === 'principal' && permissionsOf(access).length === 0 && access.scope === undefined
}

/** The scope that a partner application needs with its machine credentials; null: no scope opens the operation. */
export function partnerScopeOf(access: Access): PartnerScope | null {
  return 'scope' in access && access.scope ? access.scope : null
}

/** An application that acts for a person needs one of these scopes. Empty: no scope opens the operation. */
export function delegatedScopesOf(access: Access): string[] {
  const isOfTree = access.to === 'organization' || access.to === 'node'
  const readsStructure = isOfTree && permissionsOf(access).length === 0
  if (readsStructure) return ['structure:read']
  return permissionsOf(access).flatMap((permission) => delegatedScopeOf(permission) ?? [])
}

/** Whether only partner applications with machine credentials may call. */
export function isForApplications(access: Access): boolean {
  return 'applicationsOnly' in access && access.applicationsOnly === true
}

/** Whether the operation needs no bearer token. */
export function isWithoutToken(access: Access): access is PublicAccess | LinkAccess {
  return access.to === 'anyone' || access.to === 'link'
}

/** Whether only people may call, and no machines or applications. */
export function isForPeople(access: Access): boolean {
  return isPeopleOnly(access) || (access.to === 'principal' && access.peopleOnly === true)
}

export function isPeopleOnly(access: Access): access is PeopleOnlyTarget | PeopleOnlyResourceTarget {
  return access.to === 'peopleOnly' || access.to === 'peopleOnlyResource'
}

/** The caller needs one of these permissions. Empty: no permission is needed. */
export function permissionsOf(access: Access): readonly Permission[] {
  if (isWithoutToken(access)) return []
  if ('anyOf' in access && access.anyOf) return access.anyOf
  if (access.to === 'principal') return []
  return access.permission === null ? [] : [access.permission]
}

/** Whether the query names the organization, instead of the path. */
export function isNamedInQuery(access: Access): boolean {
  return access.to === 'organization' && access.named === 'query'
}
