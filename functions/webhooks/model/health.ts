import { UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import * as v from 'valibot'
import { minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { marshalled } from '../../../shared/store/attributes.ts'
import type { Item, Key, Table } from '../../../shared/store/table.ts'

/**
 * How the deliveries of a subscription go: counted by those who deliver, beside the record, so that neither changes of the
 * record nor counting wait for one another.
 */
export const healthSchema = v.object({
  /** Failed attempts in a row. */
  consecutiveFailures: v.optional(v.number(), 0),
  lastSuccessAt: v.optional(v.nullable(v.string()), null),
  lastFailureAt: v.optional(v.nullable(v.string()), null),
  /** Whether its administrators were written to about the failures that are counted. */
  isWarned: v.optional(v.boolean(), false),
  /** When it was last given another URL: a success before that says nothing of whoever answers there. */
  movedAt: v.optional(v.nullable(v.string()), null),
  /** Until when few of its deliveries are attempted at once, since it keeps them waiting; milliseconds since the epoch. */
  slowUntilMs: v.optional(v.number(), 0),
})
export type Health = v.InferOutput<typeof healthSchema>

export const untried: Health = v.parse(healthSchema, {})

export function healthIn(item: Item): Health {
  return v.parse(healthSchema, item)
}

type Counting = {
  readonly Key: ReturnType<typeof marshalled>
  readonly UpdateExpression: string
  readonly ConditionExpression: string
  readonly ExpressionAttributeValues: ReturnType<typeof marshalled>
}

const isThere = 'attribute_exists(PK)'

/** One more failed attempt. */
export function countFailure(key: Key, nowMs: number): Counting {
  return {
    Key: marshalled(key),
    UpdateExpression: 'ADD consecutiveFailures :one SET lastFailureAt = :at',
    ConditionExpression: isThere,
    ExpressionAttributeValues: marshalled({ ':one': 1, ':at': timestamp(nowMs) }),
  }
}

/** A success: the failures before it are forgotten. */
export function countSuccess(key: Key, nowMs: number): Counting {
  return {
    Key: marshalled(key),
    UpdateExpression: 'SET consecutiveFailures = :none, isWarned = :no, lastSuccessAt = :at',
    ConditionExpression: isThere,
    ExpressionAttributeValues: marshalled({ ':none': 0, ':no': false, ':at': timestamp(nowMs) }),
  }
}

/** How long after a success a subscription is taken for one that answers at once. */
const promptForMs = 10 * minuteMs

/**
 * What attempts of a subscription may keep waiting: those of a `prompt` one nothing, since it took a delivery lately; those of
 * a `slow` one whatever they are made together with, and so may those of an `unknown` one.
 */
export function standingOf(health: Health, nowMs: number): 'prompt' | 'slow' | 'unknown' {
  if (nowMs < health.slowUntilMs) return 'slow'
  return nowMs - lastSuccessMs(health) < promptForMs ? 'prompt' : 'unknown'
}

/** When it last took a delivery where it is now; before all times where it has not. */
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
    new UpdateItemCommand({
      TableName: table.name,
      Key: marshalled(key),
      UpdateExpression: 'SET slowUntilMs = :until',
      ConditionExpression: isThere,
      ExpressionAttributeValues: marshalled({ ':until': nowMs + slowForMs }),
    }),
  )
}
