import { provesItselfByKeys, type RegisteredApplication } from './applications.ts'

/** An application as a list shows it. */
export function inList({ client, usage }: RegisteredApplication) {
  const { id, name, publisher = null, scopes, redirectUris, createdAt, revokedAt } = client
  const status = revokedAt === null ? 'active' : 'revoked'
  return { id, name, publisher, status, scopes, redirectUris, lastUsedAt: usage.lastUsedAt, createdAt }
}

/** An application as it is shown by itself. Of secrets only that they are there is known. */
export function inFull(application: RegisteredApplication, nowMs: number) {
  const { registration, client, usage } = application
  const { id, name, publisher = null, logoUrl = null, scopes, redirectUris, requestsPerMinute } = client
  const previous = client.secrets.find(({ validUntil }) => validUntil !== null && Date.parse(validUntil) > nowMs)
  return {
    id,
    name,
    publisher,
    logoUrl,
    providerId: registration.providerId,
    status: client.revokedAt === null ? 'active' : 'revoked',
    scopes,
    redirectUris,
    requestsPerMinute,
    authentication: provesItselfByKeys(client) ? 'private_key_jwt' : 'client_secret',
    jwks: client.jwks,
    previousSecretExpiresAt: previous?.validUntil ?? null,
    requestCount: usage.requestCount,
    lastUsedAt: usage.lastUsedAt,
    createdAt: client.createdAt,
    revokedAt: client.revokedAt,
    history: registration.history,
  }
}
