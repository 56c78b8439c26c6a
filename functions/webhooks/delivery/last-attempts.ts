import { recordsOf } from '../../../shared/store/collection.ts'
import { newestBetween, type Table } from '../../../shared/store/table.ts'
import { type Attempt, deliveries, deliveryPartition } from '../model/delivery.ts'
import type { Subscription } from '../model/webhook.ts'

/** The deliveries that are looked at, of each of two stretches of the log. */
const lookedAt = 50

export interface Looking {
  /** The delivery that was attempted last. */
  readonly deliveryId: string
  /** How many attempts are looked at. */
  readonly among: number
}

/**
 * When one of the last attempts of a subscription was taken, as its log has it; null where all of them failed. Looked at are the
 * newest events, and those up to one that was attempted just now: in a burst nobody may have come to the newest yet.
 */
export async function lastTakenMs(
  table: Table,
  { webhook, health }: Subscription,
  { deliveryId, among }: Looking,
): Promise<number | null> {
  const partition = deliveryPartition(webhook.id)
  const read = (to: string) => newestBetween(table, partition, { from: '0', to }, lookedAt)
  const items = (await Promise.all([read('~'), read(deliveryId)])).flat()
  const counted = recordsOf(deliveries, [...new Map(items.map((item) => [item.SK, item])).values()])
    .filter(({ eventType }) => eventType !== 'webhook.test')
    .flatMap(({ attempts }) => attempts)
    .filter(({ at }) => health.movedAt === null || at > health.movedAt)
    .toSorted((one, other) => endedMs(other) - endedMs(one))
  const taken = counted.slice(0, among).find(({ error }) => error === null)
  return taken ? endedMs(taken) : null
}

const endedMs = ({ at, durationMs }: Attempt) => Date.parse(at) + durationMs
