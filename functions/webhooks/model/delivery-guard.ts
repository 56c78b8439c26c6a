import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { timestamp } from '../../../shared/platform/clock.ts'
import { derivedUuidV7, timeOfId } from '../../../shared/platform/ids.ts'
import { type Collection, toItem } from '../../../shared/store/collection.ts'
import { dueKeys } from '../../../shared/store/due.ts'
import type { Key, Table } from '../../../shared/store/table.ts'
import { attemptGraceMs, type Delivery, deliveriesKeptForMs, deliveryIdOf, deliveryKey } from './delivery.ts'

/**
 * A guard for the first attempts of deliveries created together: one item that is due some minutes later, instead of
 * one entry in the due index for each of them, which nearly all would remove again a moment later.
 */
const guardSchema = v.object({
  id: v.string(),
  /** The deliveries of each event to each subscription. Their ids follow from the two. */
  groups: v.array(v.object({ eventIds: v.array(v.string()), webhookIds: v.array(v.string()) })),
  dueAt: v.string(),
})
export type Guard = v.InferOutput<typeof guardSchema>

const partitionStart = 'WEBHOOKGUARD#'

export const guards: Collection<Guard> = {
  name: 'delivery_guard',
  schema: guardSchema,
  key: ({ id }) => ({ PK: `${partitionStart}${id}`, SK: 'GUARD' }),
  indexKeys: ({ id, dueAt }) => dueKeys(id, dueAt, 'GUARD'),
  expiresAtSec: ({ dueAt }) => Math.ceil((Date.parse(dueAt) + deliveriesKeptForMs) / 1000),
}

/** A guard is written and removed with its index: of fewer than these, entries of their own cost no more. */
const fewestGuarded = 3
/** Keeps the item small, so that a sweep can handle it at once. */
const mostGuarded = 500

/**
 * Has new deliveries looked after that are about to be kept. Whoever breaks down afterwards has kept none without it. False:
 * they are too few, and each is due by itself.
 */
export async function guard(table: Table, deliveries: readonly Delivery[], nowMs: number): Promise<boolean> {
  if (deliveries.length < fewestGuarded) return false
  const parts = Array.from({ length: Math.ceil(deliveries.length / mostGuarded) }, (_, index) =>
    deliveries.slice(index * mostGuarded, (index + 1) * mostGuarded),
  )
  await Promise.all(
    parts.map((part) => {
      const Item = toItem(guards, guardOf(part, nowMs))
      return table.client.send(new PutCommand({ TableName: table.name, Item }))
    }),
  )
  return true
}

/** The guard of the same deliveries is the same: events that come again find theirs, which is due anew. */
export function guardOf(deliveries: readonly Delivery[], nowMs: number): Guard {
  const subscribers = Map.groupBy(deliveries, ({ eventId }) => eventId)
  const webhookIdsOf = (eventId: string) => [
    ...new Set(
      subscribers
        .get(eventId)
        ?.map(({ webhookId }) => webhookId)
        .sort(),
    ),
  ]
  const eventIds = [...subscribers.keys()].sort()
  const alike = Map.groupBy(eventIds, (eventId) => webhookIdsOf(eventId).join(' '))
  const groups = [...alike.values()].map((eventIds) => ({ eventIds, webhookIds: webhookIdsOf(eventIds[0] ?? '') }))
  const id = derivedUuidV7(timeOfId(eventIds[0] ?? ''), JSON.stringify(groups))
  return { id, groups, dueAt: timestamp(nowMs + attemptGraceMs) }
}

/** Where the deliveries of a guard are, those that were never kept among them. */
export function guardedKeys({ groups }: Guard): Key[] {
  return groups.flatMap(({ eventIds, webhookIds }) =>
    eventIds.flatMap((eventId) =>
      webhookIds.map((webhookId) => deliveryKey(webhookId, deliveryIdOf(eventId, webhookId))),
    ),
  )
}

/** Its deliveries need it no more; unless it was made due anew since it was read. */
export async function removeGuard(table: Table, guard: Guard): Promise<void> {
  const remove = new DeleteCommand({
    TableName: table.name,
    Key: guards.key(guard),
    ConditionExpression: '#record.dueAt = :dueAt',
    ExpressionAttributeNames: { '#record': 'record' },
    ExpressionAttributeValues: { ':dueAt': guard.dueAt },
  })
  await table.client.send(remove).catch((error: unknown) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  })
}
