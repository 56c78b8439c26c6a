import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import type { Item, Key, Table } from '../../../shared/store/table.ts'

/**
 * The health of a subscription, counted by the delivery job. It is stored beside the record, so that changes of the
 * record and counting do not wait for each other.
 */
export const healthSchema = v.object({
  /** Failed attempts in a row. */
  consecutiveFailures: v.optional(v.number(), 0),
  lastSuccessAt: v.optional(v.nullable(v.string()), null),
  lastFailureAt: v.optional(v.nullable(v.string()), null),
  /** Whether administrators were warned about the counted failures. */
  isWarned: v.optional(v.boolean(), false),
  /** When its URL last changed. Successes before that do not count for the new URL. */
  movedAt: v.optional(v.nullable(v.string()), null),
  /** Until then it counts as slow and few deliveries are attempted at once; milliseconds since the epoch. */
  slowUntilMs: v.optional(v.number(), 0),
})
export type Health = v.InferOutput<typeof healthSchema>

export const untried: Health = v.parse(healthSchema, {})

export function healthIn(item: Item): Health {
  return v.parse(healthSchema, item)
}

type Counting = {
  readonly Key: Key
  readonly UpdateExpression: string
  readonly ConditionExpression: string
  readonly ExpressionAttributeValues: Readonly<Record<string, string | number | boolean>>
}

const isThere = 'attribute_exists(PK)'

/** One more failed attempt. */
export function countFailure(key: Key, nowMs: number): Counting {
  return {
    Key: key,
    UpdateExpression: 'ADD consecutiveFailures :one SET lastFailureAt = :at',
    ConditionExpression: isThere,
    ExpressionAttributeValues: { ':one': 1, ':at': timestamp(nowMs) },
  }
}

/** A success resets the failures. */
export function countSuccess(key: Key, nowMs: number): Counting {
  return {
    Key: key,
    UpdateExpression: 'SET consecutiveFailures = :none, isWarned = :no, lastSuccessAt = :at',
    ConditionExpression: isThere,
    ExpressionAttributeValues: { ':none': 0, ':no': false, ':at': timestamp(nowMs) },
  }
}

/** How long after a success a subscription counts as prompt. */
const promptForMs = 10 * minuteMs

/**
 * What attempts of a subscription may keep waiting: those of a `prompt` one nothing, since it took a delivery lately; those of
 * a `slow` one whatever they are made together with, and so may those of an `unknown` one.
 */
export function standingOf(health: Health, nowMs: number): 'prompt' | 'slow' | 'unknown' {
  if (nowMs < health.slowUntilMs) return 'slow'
  return nowMs - lastSuccessMs(health) < promptForMs ? 'prompt' : 'unknown'
}

/** When it last accepted a delivery at its current URL; minus infinity if never. */
function lastSuccessMs({ lastSuccessAt, movedAt }: Health): number {
  const isThere = lastSuccessAt !== null && (movedAt === null || lastSuccessAt > movedAt)
  return isThere ? Date.parse(lastSuccessAt) : Number.NEGATIVE_INFINITY
}

/** How exactly it is told when a subscription last took a delivery: a note of each would cost as much as the delivery. */
const successNotedEveryMs = minuteMs

export function isSuccessToNote(health: Health, nowMs: number): boolean {
  return health.consecutiveFailures > 0 || nowMs - lastSuccessMs(health) >= successNotedEveryMs
}

const slowForMs = minuteMs

/** From now on few deliveries at once go to this subscription, for a minute. Nothing is awaited of it: it only spares others. */
export async function markSlow(table: Table, key: Key, nowMs: number): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: key,
      UpdateExpression: 'SET slowUntilMs = :until',
      ConditionExpression: isThere,
      ExpressionAttributeValues: { ':until': nowMs + slowForMs },
    }),
  )
}
