import { randomBytes } from 'node:crypto'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import * as v from 'valibot'
import { type Client, clientKey, clients } from '../../../shared/auth/client.ts'
import { secretMatches } from '../../../shared/auth/client-secret.ts'
import type { Clock } from '../../../shared/platform/clock.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem, type Table } from '../../../shared/store/table.ts'

/** What a client has beside the standard's own metadata. */
const ownMetadataSchema = v.object({
  /** Of its valid secrets. */
  secret_hashes: v.array(v.string()),
  /** What its tokens may carry without a person. */
  machine_scopes: v.array(v.string()),
  /** From where it may ask for them; empty: from anywhere. */
  ip_allowlist: v.array(v.string()),
  /** What it may ask people for. */
  person_scopes: v.array(v.string()),
  /** Whether people are asked before it acts for them. */
  needs_consent: v.boolean(),
  /** As people are shown it. */
  publisher: v.nullable(v.string()),
  logo_url: v.nullable(v.string()),
})
export type OwnClientMetadata = v.InferOutput<typeof ownMetadataSchema>

export const ownClientMetadata = Object.keys(ownMetadataSchema.entries)

export function ownMetadataOf(client: object): OwnClientMetadata {
  return v.parse(ownMetadataSchema, client)
}

/** Compares a presented secret as `oidc-provider` would, but with the hashes; `this` is a client of the provider. */
export function compareClientSecret(this: object, secret: string): boolean {
  return secretMatches(secret, ownMetadataOf(this).secret_hashes)
}

const longestClientId = 256

/** What clients may be beyond machines, where people sign in. */
export interface ClientsOfPeople {
  /** What registered applications may ask people for. */
  readonly connectedAppScopes: readonly string[]
  /** A client that is not registered but comes with the service; null: there is none. */
  readonly ownApp: (AdapterPayload & OwnClientMetadata) | null
}

export interface RegisteredClients {
  readonly table: Table
  readonly clock: Clock
  /** Null: nobody signs in here. */
  readonly people: ClientsOfPeople | null
}

/**
 * The registered clients, as the provider asks for them: read afresh for every request, so that one that was revoked or
 * has expired is unknown at once. They are registered through the API and never written here.
 */
export function registeredClients({ table, clock, people }: RegisteredClients): Adapter {
  // The provider wants a secret of its own to compare; nobody knows this one, so only the hashes can ever match.
  const unknowableSecret = randomBytes(32).toString('base64url')
  const find = async (id: string): Promise<AdapterPayload | undefined> => {
    if (id === people?.ownApp?.client_id) return people.ownApp
    if (id.length > longestClientId) return undefined
    const item = await getItem(table, clientKey(id))
    return item ? clientMetadata(fromItem(clients, item), { nowMs: clock(), unknowableSecret, people }) : undefined
  }
  const refuse = async () => {
    throw new Error('clients cannot be registered through the identity provider')
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

interface Circumstances extends Pick<RegisteredClients, 'people'> {
  readonly nowMs: number
  readonly unknowableSecret: string
}

/** A client that may get tokens now, or undefined. One that registered keys proves itself by them and not by a secret. */
function clientMetadata(
  client: Client,
  { nowMs, unknowableSecret, people }: Circumstances,
): (AdapterPayload & OwnClientMetadata) | undefined {
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
    ip_allowlist: client.ipAllowlist,
    person_scopes: [],
    needs_consent: true,
    publisher: client.publisher ?? null,
    logo_url: client.logoUrl ?? null,
  }
  if (!client.jwks || client.jwks.keys.length === 0)
    return { ...metadata, token_endpoint_auth_method: 'client_secret_basic', client_secret: unknowableSecret }
  const proving = { ...metadata, token_endpoint_auth_method: 'private_key_jwt' as const, jwks: client.jwks }
  if (!people || client.kind !== 'partner' || client.redirectUris.length === 0) return proving
  return {
    ...proving,
    grant_types: [...metadata.grant_types, 'authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
    redirect_uris: client.redirectUris,
    person_scopes: [...people.connectedAppScopes],
  }
}

function isOpen(validUntil: string | null, nowMs: number): boolean {
  return validUntil === null || Date.parse(validUntil) > nowMs
}
