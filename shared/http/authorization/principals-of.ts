import { delegatedScopeOf, type PartnerScope, type Permission } from '../../auth/permissions.ts'
import type { PrincipalKind } from '../../auth/principal.ts'
import type { Access, LinkAccess, PeopleOnlyResourceTarget, PeopleOnlyTarget, PublicAccess } from './access.ts'

/**
 * Which kinds of principal may call an operation, or null where nobody has to be known. The machine credentials of a
 * partner application open what names a scope for them, and no business data.
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

/** What the principal asks of itself, needing nothing but to be somebody. */
export function asksForNothing(access: Access): boolean {
  return access.to === 'principal' && permissionsOf(access).length === 0 && access.scope === undefined
}

/** The scope by which the machine credentials of a partner application open an operation; null: none does. */
export function partnerScopeOf(access: Access): PartnerScope | null {
  return 'scope' in access && access.scope ? access.scope : null
}

/** The scopes of which an application that acts for a person needs one; none where it is kept out. */
export function delegatedScopesOf(access: Access): string[] {
  const isOfTree = access.to === 'organization' || access.to === 'node'
  const readsStructure = isOfTree && permissionsOf(access).length === 0
  if (readsStructure) return ['structure:read']
  return permissionsOf(access).flatMap((permission) => delegatedScopeOf(permission) ?? [])
}

/** Whether nobody but the machines of partner applications may come. */
export function isForApplications(access: Access): boolean {
  return 'applicationsOnly' in access && access.applicationsOnly === true
}

/** Whether no bearer token is asked for. */
export function isWithoutToken(access: Access): access is PublicAccess | LinkAccess {
  return access.to === 'anyone' || access.to === 'link'
}

/** Whether machines and applications are kept out, whatever they may do. */
export function isForPeople(access: Access): boolean {
  return isPeopleOnly(access) || (access.to === 'principal' && access.peopleOnly === true)
}

export function isPeopleOnly(access: Access): access is PeopleOnlyTarget | PeopleOnlyResourceTarget {
  return access.to === 'peopleOnly' || access.to === 'peopleOnlyResource'
}

/** The permissions of which one is needed; none where it is enough to be somebody. */
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
