import type { Client } from '../auth/client.ts'
import type { CountedClient } from '../auth/count-request.ts'
import { scopesCover } from '../auth/permissions.ts'
import type { Principal } from '../auth/principal.ts'
import { type Refusal, refuse } from '../errors/refusal.ts'
import { isAllowedFrom } from './client-address.ts'
import type { RequestContext } from './request-context.ts'

/** Whether the client may be used at all (contract §5.4, §5.5), in the order in which the reasons win. */
export function clientRefusal(client: RequestContext['client'], nowMs: number): Refusal | null {
  if (client === 'own') return null
  if (client === null) return refuse('unknown_client', 'The client of this token is not registered here.')
  return standingRefusal(client.client, nowMs) ?? rateRefusal(client)
}

function standingRefusal({ kind, revokedAt, validUntil }: Client, nowMs: number): Refusal | null {
  if (kind === 'partner')
    return revokedAt
      ? refuse('partner_app_revoked', 'This partner application was revoked. Contact the operator of the service.')
      : null
  if (revokedAt) return refuse('api_key_revoked', 'This API key was revoked. Create a new one.')
  if (validUntil && Date.parse(validUntil) <= nowMs)
    return refuse('api_key_expired', 'This API key has expired. An administrator can set a later expiresAt.')
  return null
}

function rateRefusal({ client, count, resetSeconds }: CountedClient): Refusal<'rate_limited'> | null {
  const limit = client.requestsPerMinute
  if (count <= limit) return null
  const message = `This client may make ${limit} requests a minute. Wait ${resetSeconds} seconds.`
  return {
    ...refuse('rate_limited', message, { limit, retryAfterSeconds: resetSeconds }),
    headers: { 'Retry-After': String(resetSeconds) },
  }
}

/** The contract's three headers; none for people in the service's own app, who have no such limit. */
export function rateHeaders(client: RequestContext['client']): Record<string, string> {
  if (client === 'own' || client === null) return {}
  const limit = client.client.requestsPerMinute
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(Math.max(0, limit - client.count)),
    'RateLimit-Reset': String(client.resetSeconds),
  }
}

export function addressRefusal(client: RequestContext['client'], ip: string): Refusal<'ip_not_allowed'> | null {
  if (client === 'own' || client === null || isAllowedFrom(ip, client.client.ipAllowlist)) return null
  return refuse(
    'ip_not_allowed',
    'This API key may not be used from your IP address. Ask an administrator to add the address to its ipAllowlist.',
  )
}

/**
 * The principal with the kind that its client's record tells. A token of one kind is none of another (RFC 8725 §3.12): the
 * service's app and applications act for people, and API keys for themselves alone.
 */
export function principalOf(context: RequestContext): Principal | Refusal<'no_account' | 'invalid_token'> {
  const { principal, client } = context
  const isMachine = principal?.kind === 'api_key'
  if (!principal || (principal.profile.kind === 'service') !== isMachine)
    return refuse('no_account', 'The token is valid, but its subject has no account here.')
  if (client === 'own' || client?.client.kind !== 'partner')
    return principal.kind === 'delegated'
      ? refuse('invalid_token', 'An API key cannot act for a person. Use a token of the key itself.')
      : principal
  const { id, name, scopes } = client.client
  const application = {
    id,
    name,
    scopes,
    grants: principal.application?.grants ?? [],
    visibleMemberships: principal.memberships,
  }
  if (principal.kind === 'delegated') return { ...principal, application }
  // What a machine may be given was perhaps cut back since it got its token.
  const stillGiven = principal.scopes.filter((scope) => scopesCover(scopes, scope))
  return {
    ...principal,
    kind: 'partner',
    scopes: stillGiven,
    memberships: [],
    application: { ...application, visibleMemberships: [] },
  }
}
