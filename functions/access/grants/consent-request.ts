import type { Client } from '../../../shared/auth/client.ts'
import { clientKey } from '../../../shared/auth/client.ts'
import { type DelegatedScope, delegatedScopes } from '../../../shared/auth/permissions.ts'
import type { Membership, Principal } from '../../../shared/auth/principal.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import type { Item } from '../../../shared/store/table.ts'
import { applicationIn } from '../model/application.ts'

/** The longest client id that there can be. */
export const longestClientId = 256

export async function readClient(readItems: BatchLoader, clientId: string): Promise<Item | null> {
  const [client = null] = await readItems([clientKey(clientId)])
  return client
}

interface RequestedConsent {
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
}

/** The application that asks, and for what; a refusal where a person must not be asked for it. */
export function askedConsent(
  item: Item | null,
  { clientId, redirectUri, scopes }: RequestedConsent,
): { client: Client; scopes: DelegatedScope[] } | Refusal<'invalid_input'> {
  const client = item && applicationIn([item], clientId)
  if (!client) return refuse('invalid_input', 'clientId does not name a registered application.')
  if (!client.redirectUris.includes(redirectUri))
    return refuse('invalid_input', 'redirectUri is not registered for the application.')
  const known = scopes.filter(isDelegatedScope)
  const unknown = scopes.filter((scope) => !isDelegatedScope(scope))
  if (unknown.length > 0 || known.length === 0)
    return refuse('invalid_input', `scope: send one or more of ${delegatedScopes.join(', ')}.`, { scopes: unknown })
  return { client, scopes: [...new Set(known)] }
}

const isDelegatedScope = (scope: string): scope is DelegatedScope => delegatedScopes.some((known) => known === scope)

/** The memberships by which a person is in an organization; none where it is not theirs. */
export function membershipsOf({ memberships }: Principal, orgId: string): Membership[] {
  return memberships.filter((membership) => membership.status === 'active' && membership.orgId === orgId)
}
