import { randomBytes } from 'node:crypto'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import * as v from 'valibot'
import { type Client, clientKey, clients } from '../../shared/auth/client.ts'
import { secretMatches } from '../../shared/auth/client-secret.ts'
import type { Clock } from '../../shared/clock.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { getItem, type Table } from '../../shared/store/table.ts'

/** What a client has beside the standard's own metadata: the hashes of its valid secrets, and its machine scopes. */
export const ownClientMetadata = ['secret_hashes', 'machine_scopes'] as const

const ownMetadataSchema = v.object({ secret_hashes: v.array(v.string()), machine_scopes: v.array(v.string()) })

/** The scopes that tokens of a client may carry without a person's consent. */
export function machineScopesOf(client: object): readonly string[] {
  return v.parse(ownMetadataSchema, client).machine_scopes
}

/** Compares a presented secret as `oidc-provider` would, but with the hashes; `this` is a client of the provider. */
export function compareClientSecret(this: object, secret: string): boolean {
  return secretMatches(secret, v.parse(ownMetadataSchema, this).secret_hashes)
}

const longestClientId = 256

/**
 * The registered clients, as the provider asks for them: read afresh for every request, so that one that was revoked or
 * has expired is unknown at once. They are registered through the API and never written here.
 */
export function registeredClients(table: Table, clock: Clock): Adapter {
  // The provider wants a secret of its own to compare; nobody knows this one, so only the hashes can ever match.
  const unknowableSecret = randomBytes(32).toString('base64url')
  const find = async (id: string): Promise<AdapterPayload | undefined> => {
    if (id.length > longestClientId) return undefined
    const item = await getItem(table, clientKey(id))
    return item ? clientMetadata(fromItem(clients, item), clock(), unknowableSecret) : undefined
  }
  const refuse = async () => {
    throw new Error('clients are not registered through the identity provider')
  }
  return {
    find,
    upsert: refuse,
    destroy: refuse,
    consume: refuse,
    findByUid: refuse,
    findByUserCode: refuse,
    revokeByGrantId: refuse,
  }
}

/** A client that may get tokens now, or undefined. One that registered keys proves itself by them and not by a secret. */
function clientMetadata(client: Client, nowMs: number, unknowableSecret: string): AdapterPayload | undefined {
  const secretHashes = client.secrets.filter((secret) => isOpen(secret.validUntil, nowMs)).map(({ sha256 }) => sha256)
  if (client.revokedAt !== null || !isOpen(client.validUntil, nowMs)) return undefined
  const metadata = {
    client_id: client.id,
    client_name: client.name,
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    secret_hashes: secretHashes,
    machine_scopes: client.scopes,
  }
  return client.jwks && client.jwks.keys.length > 0
    ? { ...metadata, token_endpoint_auth_method: 'private_key_jwt', jwks: client.jwks }
    : { ...metadata, token_endpoint_auth_method: 'client_secret_basic', client_secret: unknowableSecret }
}

function isOpen(validUntil: string | null, nowMs: number): boolean {
  return validUntil === null || Date.parse(validUntil) > nowMs
}
