import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { minuteMs, timestamp } from '../platform/clock.ts'
import { logError } from '../platform/log.ts'
import { fromItem } from '../store/collection.ts'
import type { Item, Table } from '../store/table.ts'
import { type Client, clientKey, clients } from './client.ts'

/** A client as it stands after one more of its requests was counted. */
export interface CountedClient {
  readonly client: Client
  /** Requests of the current minute, this one and refused ones included. */
  readonly count: number
  /** Whole seconds, at least 1, until the window turns. */
  readonly resetSeconds: number
}

/** A way in which a request counts, and when it is the one. */
interface Counting {
  readonly UpdateExpression: string
  readonly ConditionExpression: string
}

const seen = 'lastUsedAt = :at, lastUsedIp = :ip'
const withinLimit: Counting = {
  UpdateExpression: `ADD windowCount :one, requestCount :one SET ${seen}`,
  ConditionExpression: 'windowStart = :window AND windowCount < #record.#limit',
}
const overLimit: Counting = {
  UpdateExpression: `ADD windowCount :one, requestCount :one, refusedCount :one SET ${seen}`,
  ConditionExpression: 'windowStart = :window AND windowCount >= #record.#limit',
}
const firstOfWindow: Counting = {
  UpdateExpression: `SET windowStart = :window, windowCount = :one, ${seen} ADD requestCount :one`,
  ConditionExpression: 'attribute_exists(PK) AND (attribute_not_exists(windowStart) OR windowStart < :window)',
}
const countingNames = { '#record': 'record', '#limit': 'requestsPerMinute' }

/** How often the window may turn, or the limit be reached, between two tries to count. */
const mostTries = 8

/**
 * Counts a request of a client and returns the client, in one write; a second one is needed only when the minute turned, or
 * the limit of the minute is reached. Null when no such client is registered.
 */
export async function countRequest(
  table: Table,
  clientId: string,
  nowMs: number,
  ip: string,
): Promise<CountedClient | null> {
  const values = { ':one': 1, ':window': Math.floor(nowMs / minuteMs), ':at': timestamp(nowMs), ':ip': ip }
  let counting = withinLimit
  for (let tries = 0; tries < mostTries; tries++) {
    const { counted, found } = await tryToCount(table, clientId, counting, values)
    if (counted) return countedClient(counted, nowMs)
    if (!found) return null
    // A clock that runs behind the one that started the window counts in that window: two machines share one minute.
    values[':window'] = Math.max(values[':window'], Number(found.windowStart ?? 0))
    counting = countingFor(found, values[':window'])
  }
  throw new Error('the rate window of a client moved on more often than time allows')
}

function countingFor(found: Item, window: number): Counting {
  if (Number(found.windowStart ?? 0) < window) return firstOfWindow
  return Number(found.windowCount) < fromItem(clients, found).requestsPerMinute ? withinLimit : overLimit
}

interface Tried {
  readonly counted: Item | null
  /** The client as it is where it was not counted; null: there is none. */
  readonly found: Item | null
}

async function tryToCount(
  table: Table,
  clientId: string,
  counting: Counting,
  values: Record<string, string | number>,
): Promise<Tried> {
  const isOfLimit = counting !== firstOfWindow
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: clientKey(clientId),
        ...counting,
        ...(isOfLimit && { ExpressionAttributeNames: countingNames }),
        ExpressionAttributeValues: values,
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    )
    return { counted: Attributes ?? {}, found: null }
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    return { counted: null, found: error.Item ? unmarshall(error.Item) : null }
  }
}

function countedClient(item: Item, nowMs: number): CountedClient {
  const windowEndMs = (Number(item.windowStart) + 1) * minuteMs
  return {
    client: fromItem(clients, item),
    count: Number(item.windowCount),
    resetSeconds: Math.max(1, Math.ceil((windowEndMs - nowMs) / 1000)),
  }
}

/**
 * Counts that a request of a client, counted already, was refused for the client itself: the one write more that such a
 * refusal takes. One beyond the limit was counted as such already. What cannot be counted is logged, and refused all the same.
 */
export async function countRefusal(table: Table, { client, count }: CountedClient): Promise<void> {
  // The first of a minute counts in the same way whatever the limit is.
  if (count > Math.max(1, client.requestsPerMinute)) return
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: clientKey(client.id),
        UpdateExpression: 'ADD refusedCount :one',
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeValues: { ':one': 1 },
      }),
    )
  } catch (error) {
    await logError('a refused request could not be counted', error, { clientId: client.id })
  }
}
