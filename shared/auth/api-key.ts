import * as v from 'valibot'
import { dayMs } from '../platform/clock.ts'
import { uuid } from '../platform/ids.ts'
import { recordsOf, type Versioned } from '../store/collection.ts'
import { entityIdOf } from '../store/entities.ts'
import type { Item } from '../store/table.ts'
import { type Client, clientKey, clients, type Usage, usageSchema } from './client.ts'
import type { PeopleOnlyResourceKind } from './organization-resource.ts'
import { personSchema } from './person.ts'
import type { Membership, Profile } from './principal.ts'

/**
 * What an organization knows of an API key beside the client that it is, and that every request reads: the two carry the same
 * id and are changed together, under the version of this one.
 */
export const apiKeySchema = v.object({
  id: v.string(),
  orgId: uuid,
  providerId: uuid,
  nodeId: uuid,
  /** Of the node, from the organization down. */
  ancestorIds: v.array(uuid),
  /** What the key may do stands in the partition of its service account, and follows from this record. */
  membershipId: uuid,
  role: v.object({ id: uuid, key: v.string(), name: v.string() }),
  /** The last characters of the secret. */
  secretHint: v.string(),
  livemode: v.boolean(),
  createdAt: v.string(),
  /** Null: made by the operator of the service. */
  createdBy: v.nullable(personSchema),
  revocation: v.nullable(v.object({ at: v.string(), by: v.nullable(personSchema) })),
  version: v.number(),
})
export type ApiKey = v.InferOutput<typeof apiKeySchema>

/** How long a revoked key is still listed. */
export const revokedKeptForMs = 90 * dayMs

export const apiKeys: Versioned<ApiKey> = {
  name: 'api_key',
  schema: apiKeySchema,
  key: ({ id }) => ({ PK: clientKey(id).PK, SK: 'KEY' }),
  indexKeys: ({ orgId, id }) => ({ GSI1PK: apiKeysOf(orgId), GSI1SK: id }),
  expiresAtSec: ({ revocation }) =>
    revocation ? Math.ceil((Date.parse(revocation.at) + revokedKeptForMs) / 1000) : undefined,
}

/** The listing of an organization's keys. */
export function apiKeysOf(orgId: string): string {
  return `ORG#${orgId}#APIKEYS`
}

/** A key with everything that is stored under its id. */
export interface IssuedKey {
  readonly key: ApiKey
  readonly client: Client
  readonly usage: Usage
}

export function issuedKeyIn(items: readonly Item[]): IssuedKey | null {
  const [key] = recordsOf(apiKeys, items)
  const counted = items.find(({ type }) => type === clients.name)
  const [client] = recordsOf(clients, items)
  return key && client ? { key, client, usage: v.parse(usageSchema, counted) } : null
}

/** API keys as things that a path names. */
export const namedApiKeys = {
  name: 'key',
  parameter: 'keyId',
  notFound: 'not_found',
  partition: (id: string) => ({ partition: clientKey(id).PK, startingWith: '' }),
  decode: (items): (IssuedKey & { orgId: string; version: number }) | null => {
    const issued = issuedKeyIn(items)
    return issued && { ...issued, orgId: issued.key.orgId, version: issued.key.version }
  },
} as const satisfies PeopleOnlyResourceKind

export const keyStatuses = ['active', 'expired', 'revoked'] as const

type Standing = Pick<Client, 'revokedAt' | 'validUntil'>

export function statusOfKey({ revokedAt, validUntil }: Standing, nowMs: number): (typeof keyStatuses)[number] {
  if (revokedAt !== null) return 'revoked'
  return validUntil !== null && Date.parse(validUntil) <= nowMs ? 'expired' : 'active'
}

/** The account that a key acts as. */
export function serviceAccountOf({ id, providerId, createdAt, version }: ApiKey, name: string): Profile {
  return {
    id,
    providerId,
    createdAt,
    version,
    kind: 'service',
    email: null,
    firstName: name,
    lastName: null,
    locale: 'en',
    avatarUrl: null,
    welcomeCompletedAt: null,
  }
}

/** What a key may do, where its role permits this. */
export function membershipOfKey(key: ApiKey, grant: Pick<Membership, 'permissions'>): Membership {
  const { id: userId, membershipId: id, orgId, nodeId, ancestorIds, role, livemode, createdAt, version } = key
  return {
    id,
    userId,
    orgId,
    nodeId,
    ancestorIds,
    role,
    livemode,
    createdAt,
    version,
    ...grant,
    entityId: entityIdOf(key),
    status: 'active',
  }
}
