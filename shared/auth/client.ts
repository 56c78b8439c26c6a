import * as v from 'valibot'
import type { Collection } from '../store/collection.ts'
import { toItem } from '../store/collection.ts'
import type { UnitOfWork } from '../store/unit-of-work.ts'

/** A secret as it is kept: only its SHA-256, with the time after which it no longer counts (null: it stays). */
const secretSchema = v.object({ sha256: v.string(), validUntil: v.nullable(v.string()) })

/**
 * An OAuth client registered with the service: an API key of an organization, or a partner application. The counters
 * of its rate window stand beside the record, as attributes of the same item.
 */
export const clientSchema = v.object({
  id: v.string(),
  kind: v.picklist(['api_key', 'partner']),
  name: v.string(),
  /** Of an application: who makes it, and its picture, shown to whom it asks for consent. */
  publisher: v.optional(v.string()),
  logoUrl: v.optional(v.string()),
  orgId: v.nullable(v.string()),
  secrets: v.array(secretSchema),
  /** Public keys for `private_key_jwt`. */
  jwks: v.nullable(v.object({ keys: v.array(v.record(v.string(), v.unknown())) })),
  redirectUris: v.array(v.string()),
  /** Partner scopes that its machine tokens may carry. */
  scopes: v.array(v.string()),
  ipAllowlist: v.array(v.string()),
  requestsPerMinute: v.number(),
  /** When it stops being accepted; null: never. */
  validUntil: v.nullable(v.string()),
  revokedAt: v.nullable(v.string()),
  createdAt: v.string(),
  version: v.number(),
})
export type Client = v.InferOutput<typeof clientSchema>

export const defaultRequestsPerMinute = 600

/** What a client has asked for so far, counted beside the record. */
export const usageSchema = v.object({
  /** Refused requests included. */
  requestCount: v.optional(v.number(), 0),
  /** Those that were refused for the client itself: it is revoked or expired, calls from elsewhere, or too often. */
  refusedCount: v.optional(v.number(), 0),
  lastUsedAt: v.optional(v.nullable(v.string()), null),
  lastUsedIp: v.optional(v.nullable(v.string()), null),
})
export type Usage = v.InferOutput<typeof usageSchema>

/** Of a client that has not asked for anything yet. */
export const unused: Usage = { requestCount: 0, refusedCount: 0, lastUsedAt: null, lastUsedIp: null }

export function clientKey(id: string) {
  return { PK: `CLIENT#${id}`, SK: 'CLIENT' }
}

export const clients: Collection<Client> = {
  name: 'client',
  schema: clientSchema,
  key: (client) => clientKey(client.id),
}

/** The next state of a client. Its counters go on beside it, and the write of a versioned record guards both. */
export function changeClient(work: UnitOfWork, client: Client): void {
  const { record } = toItem(clients, client)
  const update = {
    Key: clients.key(client),
    UpdateExpression: 'SET #record = :record',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeNames: { '#record': 'record' },
    ExpressionAttributeValues: { ':record': record },
  }
  work.write((TableName) => ({ Update: { TableName, ...update } }), 'stale')
}
