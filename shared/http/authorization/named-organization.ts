import type { Principal } from '../../auth/principal.ts'
import type { Incoming } from '../incoming.ts'
import type { Access } from './access.ts'
import { isNamedInQuery } from './principals-of.ts'

/** The organization that the path or the query names; undefined: none. */
export function organizationGiven(access: Access, { pathParameters, query }: Incoming): string | undefined {
  return isNamedInQuery(access) ? query.orgId : pathParameters.orgId
}

/** The organization that a request is about. Machines and applications with only one may leave it out; people name it. */
export function organizationMeant(principal: Principal, access: Access, incoming: Incoming): string | undefined {
  const given = organizationGiven(access, incoming)
  if (given !== undefined || !isNamedInQuery(access) || principal.kind === 'user') return given
  const active = principal.memberships.filter(({ status }) => status === 'active')
  const [only, ...others] = new Set(active.map(({ orgId }) => orgId))
  return others.length === 0 ? only : undefined
}
