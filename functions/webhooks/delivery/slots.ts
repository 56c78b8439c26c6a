import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type Key, queryPartition, type Table } from '../../../shared/store/table.ts'

/** How many deliveries at once a subscription gets that keeps them waiting, or may do so. */
export const slotCount = 5
/** Longer than an attempt takes: the slot of one that broke down is free again then. */
const heldForMs = 30_000

/** One of the places that deliveries to such a subscription take turns at. */
export interface Slot {
  readonly key: Key
  readonly untilMs: number
}

export function slotPartition(webhookId: string): string {
  return `WEBHOOK#${webhookId}#SLOTS`
}

/**
 * A free slot, which is the caller's from now on; null where all are taken. They are read before: whoever waits asks again and
 * again, and a write that fails costs as much as one that does not.
 */
export async function takeSlot(
  table: Table,
  webhookId: string,
  { nowMs, random }: { readonly nowMs: number; readonly random: () => number },
): Promise<Slot | null> {
  const partition = slotPartition(webhookId)
  const taken = (await queryPartition(table, partition, '')).filter(({ untilMs }) => Number(untilMs) >= nowMs)
  const takenNames = new Set(taken.map(({ SK }) => SK))
  const first = Math.floor(random() * slotCount)
  for (let tried = 0; tried < slotCount; tried++) {
    const key = { PK: partition, SK: String((first + tried) % slotCount) }
    const untilMs = nowMs + heldForMs
    if (!takenNames.has(key.SK) && (await hold(table, { key, untilMs }, nowMs))) return { key, untilMs }
  }
  return null
}

async function hold(table: Table, { key, untilMs }: Slot, nowMs: number): Promise<boolean> {
  const values = {
    ':type': 'webhook_slot',
    ':until': untilMs,
    ':now': nowMs,
    ':expiry': Math.ceil(untilMs / 1000) + 3_600,
  }
  return await updated(table, key, {
    UpdateExpression: 'SET #type = :type, untilMs = :until, expiresAt = :expiry',
    ExpressionAttributeNames: { '#type': 'type' },
    ConditionExpression: 'attribute_not_exists(untilMs) OR untilMs < :now',
    ExpressionAttributeValues: values,
  })
}

/** Gives a slot back, unless its time was over and another has it. */
export async function freeSlot(table: Table, { key, untilMs }: Slot): Promise<void> {
  await updated(table, key, {
    UpdateExpression: 'SET untilMs = :none',
    ConditionExpression: 'untilMs = :until',
    ExpressionAttributeValues: { ':none': 0, ':until': untilMs },
  })
}

type Update = Omit<UpdateCommand['input'], 'TableName' | 'Key'>

async function updated(table: Table, key: Key, update: Update): Promise<boolean> {
  try {
    await table.client.send(new UpdateCommand({ TableName: table.name, Key: key, ...update }))
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}
