import type { Principal } from '../auth/principal.ts'
import { type Refusal, refuse } from '../errors/refusal.ts'
import type { Access } from './access.ts'
import type { Incoming } from './incoming.ts'

/** The organization that a request names, in its path or where its operation says; undefined: none. */
export function organizationGiven(access: Access, { pathParameters, query }: Incoming): string | undefined {
  return isNamedInQuery(access) ? query.orgId : pathParameters.orgId
}

export function isNamedInQuery(access: Access): boolean {
  return access.to === 'organization' && access.named === 'query'
}

/** The one that it is about: a machine, or an application, may leave out what can only be one. People say what they mean. */
export function organizationMeant(principal: Principal, access: Access, incoming: Incoming): string | undefined {
  const given = organizationGiven(access, incoming)
  if (given !== undefined || !isNamedInQuery(access) || principal.kind === 'user') return given
  const active = principal.memberships.filter(({ status }) => status === 'active')
  const [only, ...others] = new Set(active.map(({ orgId }) => orgId))
  return others.length === 0 ? only : undefined
}

export function unnamedRefusal(): Refusal<'invalid_request'> {
  const message = 'Send orgId. Only an API key or an application with exactly one organization can leave it out.'
  const issues = [{ code: 'missing_key', path: ['orgId'], message }]
  return refuse('invalid_request', `The query is not valid: orgId: ${message}`, { issues })
}
