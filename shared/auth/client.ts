import { ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import * as v from 'valibot'
import { minuteMs, timestamp } from '../clock.ts'
import { marshalled, unmarshalled } from '../store/attributes.ts'
import type { Collection } from '../store/collection.ts'
import { fromItem, toItem } from '../store/collection.ts'
import type { Item, Table } from '../store/table.ts'
import type { Work } from '../store/work.ts'

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

/** What a client has asked for so far, refused requests included; counted beside the record. */
export const usageSchema = v.object({
  requestCount: v.optional(v.number(), 0),
  lastUsedAt: v.optional(v.nullable(v.string()), null),
  lastUsedIp: v.optional(v.nullable(v.string()), null),
})
export type Usage = v.InferOutput<typeof usageSchema>

/** Of a client that has not asked for anything yet. */
export const unused: Usage = { requestCount: 0, lastUsedAt: null, lastUsedIp: null }

export function clientKey(id: string) {
  return { PK: `CLIENT#${id}`, SK: 'CLIENT' }
}

export const clients: Collection<Client> = {
  name: 'client',
  schema: clientSchema,
  key: (client) => clientKey(client.id),
}

/** The next state of a client. Its counters go on beside it, and the write of a versioned record guards both. */
export function changeClient(work: Work, client: Client): void {
  const { record } = toItem(clients, client)
  const update = {
    Key: marshalled(clients.key(client)),
    UpdateExpression: 'SET #record = :record',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeNames: { '#record': 'record' },
    ExpressionAttributeValues: marshalled({ ':record': record }),
  }
  work.write((TableName) => ({ Update: { TableName, ...update } }), 'stale')
}

/** A client as it stands after one more of its requests was counted. */
export interface CountedClient {
  readonly client: Client
  /** Requests of the current minute, this one and refused ones included. */
  readonly count: number
  /** Whole seconds, at least 1, until the window turns. */
  readonly resetSeconds: number
}

const countInWindow = {
  UpdateExpression: 'ADD windowCount :one, requestCount :one SET lastUsedAt = :at, lastUsedIp = :ip',
  ConditionExpression: 'windowStart = :window',
}
const startWindow = {
  UpdateExpression:
    'SET windowStart = :window, windowCount = :one, lastUsedAt = :at, lastUsedIp = :ip ADD requestCount :one',
  ConditionExpression: 'attribute_exists(PK) AND (attribute_not_exists(windowStart) OR windowStart < :window)',
}

/**
 * Counts a request of a client and returns the client, in one write; a second one is needed only when the minute turned.
 * Null when no such client is registered.
 */
export async function countRequest(
  table: Table,
  clientId: string,
  nowMs: number,
  ip: string,
): Promise<CountedClient | null> {
  const windowStart = Math.floor(nowMs / minuteMs)
  const values = { ':one': 1, ':window': windowStart, ':at': timestamp(nowMs), ':ip': ip }
  for (let round = 0; round < 3; round++) {
    for (const expression of [countInWindow, startWindow]) {
      const outcome = await updateClient(table, clientId, expression, values)
      if (outcome === 'unknown') return null
      if (outcome !== 'otherWindow') return counted(outcome, nowMs)
    }
  }
  throw new Error('the rate window of a client turned more often than time allows')
}

type UpdateOutcome = Item | 'unknown' | 'otherWindow'

async function updateClient(
  table: Table,
  clientId: string,
  expression: { UpdateExpression: string; ConditionExpression: string },
  values: Record<string, string | number>,
): Promise<UpdateOutcome> {
  try {
    const { Attributes } = await table.client.send(
      new UpdateItemCommand({
        TableName: table.name,
        Key: marshalled(clientKey(clientId)),
        ...expression,
        ExpressionAttributeValues: marshalled(values),
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    )
    return unmarshalled(Attributes ?? {})
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    if (!error.Item) return 'unknown'
    // A clock that runs behind the one that started the window counts in that window: two machines share one minute.
    const startedLater = Number(unmarshalled(error.Item).windowStart ?? 0) > Number(values[':window'])
    if (startedLater) values[':window'] = Number(unmarshalled(error.Item).windowStart)
    return 'otherWindow'
  }
}

function counted(item: Item, nowMs: number): CountedClient {
  const windowEndMs = (Number(item.windowStart) + 1) * minuteMs
  return {
    client: fromItem(clients, item),
    count: Number(item.windowCount),
    resetSeconds: Math.max(1, Math.ceil((windowEndMs - nowMs) / 1000)),
  }
}
