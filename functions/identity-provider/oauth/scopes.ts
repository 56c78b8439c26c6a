import { type DelegatedScope, delegatedScopes } from '../../../shared/auth/permissions.ts'

/** Of OpenID Connect: who the person is, and going on while they are away. */
const openIdScopes = ['openid', 'offline_access'] as const
/** What an ID token tells besides. */
const claimScopes = ['profile', 'email'] as const

/** Whether a scope is about what the provider itself tells and does; the API has no use for it. */
export function isForProvider(scope: string): boolean {
  return [...openIdScopes, ...claimScopes].some((known) => known === scope)
}

/** What applications may ask people for. */
export function connectedAppScopes(audienceScope: string): string[] {
  return [...openIdScopes, audienceScope, ...delegatedScopes]
}

/** What the service's own app asks for: it acts as the person, whose rights alone limit it. */
export function ownAppScopes(audienceScope: string): string[] {
  return [...openIdScopes, ...claimScopes, audienceScope]
}

/** What every application that acts for people asks for, however it was linked to. */
export function usualScopes(audienceScope: string): string[] {
  return [...openIdScopes, audienceScope]
}

export function allScopes(audienceScope: string): string[] {
  return [...new Set([...ownAppScopes(audienceScope), ...connectedAppScopes(audienceScope)])]
}

export function isDelegated(scope: string): scope is DelegatedScope {
  return delegatedScopes.some((known) => known === scope)
}
