import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type Limited, type Refusal, refuse } from '../errors/refusal.ts'
import { dayMs, timestamp } from '../platform/clock.ts'
import { addressOf } from './batch-loader.ts'
import type { Item, Key, Table } from './table.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** A limit within fixed windows of time. They begin at whole minutes, hours or days (UTC). */
export interface WindowLimit {
  /** The partition of the counts: one item for each window. */
  readonly partition: string
  readonly windowMs: number
  readonly limit: number
}

/** The count of the window of a moment. */
export function windowKey({ partition, windowMs }: Pick<WindowLimit, 'partition' | 'windowMs'>, nowMs: number): Key {
  return { PK: partition, SK: timestamp(startOf(windowMs, nowMs)) }
}

/** When the next window begins. */
export function nextWindowMs({ windowMs }: Pick<WindowLimit, 'windowMs'>, nowMs: number): number {
  return startOf(windowMs, nowMs) + windowMs
}

function startOf(windowMs: number, nowMs: number): number {
  return Math.floor(nowMs / windowMs) * windowMs
}

/** How much of a window is used, by the items that were read. */
export function usedOf(items: readonly Item[], window: WindowLimit, nowMs: number): number {
  const address = addressOf(windowKey(window, nowMs))
  const count = items.find(({ PK, SK }) => addressOf({ PK: String(PK), SK: String(SK) }) === address)
  return Number(count?.used ?? 0)
}

/** Counts one in the commit. Over the limit, the whole commit is refused. */
export function countInCommit(work: UnitOfWork, window: WindowLimit, nowMs: number, refusal: Refusal): void {
  work.write((TableName) => ({ Update: { TableName, ...oneMore(window, nowMs) } }), refusal)
}

/** Counts one at once. False if the limit is reached. A call whose answer is lost may count twice. */
export async function countNow(table: Table, window: WindowLimit, nowMs: number): Promise<boolean> {
  try {
    await table.client.send(new UpdateCommand({ TableName: table.name, ...oneMore(window, nowMs) }))
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

/** Takes back one that was counted. */
export async function uncount(table: Table, window: WindowLimit, nowMs: number): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: windowKey(window, nowMs),
      UpdateExpression: 'ADD used :less',
      ExpressionAttributeValues: { ':less': -1 },
    }),
  )
}

function oneMore(window: WindowLimit, nowMs: number) {
  return {
    Key: windowKey(window, nowMs),
    UpdateExpression: 'ADD used :one SET #type = :type, expiresAt = :expiresAt',
    ConditionExpression: 'attribute_not_exists(used) OR used < :limit',
    ExpressionAttributeNames: { '#type': 'type' },
    ExpressionAttributeValues: {
      ':one': 1,
      ':limit': window.limit,
      ':type': 'window_count',
      ':expiresAt': Math.ceil((nextWindowMs(window, nowMs) + dayMs) / 1000),
    },
  }
}

/** The refusal of one too many, which says when the next window begins. */
export function windowRefusal(
  window: Pick<WindowLimit, 'windowMs' | 'limit'>,
  nowMs: number,
  { message, reason }: { readonly message: string; readonly reason: Limited },
): Refusal<'rate_limited'> {
  const retryAfterSeconds = Math.max(1, Math.ceil((nextWindowMs(window, nowMs) - nowMs) / 1000))
  const refusal = refuse('rate_limited', message, { limit: window.limit, retryAfterSeconds, reason })
  return { ...refusal, headers: { 'Retry-After': String(retryAfterSeconds) } }
}
