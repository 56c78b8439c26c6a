import * as v from 'valibot'
import { type Envelope, envelopeSchema } from '../../events/envelope.ts'
import { dayMs, minuteMs, timestamp } from '../clock.ts'
import type { Collection } from './collection.ts'
import { dueKeys } from './due.ts'

const internalSchema = v.object({
  id: v.string(),
  type: v.string(),
  createdAt: v.string(),
  data: v.record(v.string(), v.unknown()),
})
type InternalRecord = v.InferOutput<typeof internalSchema>

/**
 * An event that was committed with what it tells of. The stream relays it to the bus; until the relay has noted that, it
 * is due, so that a sweep finds what a stalled stream left behind.
 */
export const outboxSchema = v.variant('audience', [
  v.object({ audience: v.literal('public'), envelope: envelopeSchema, publishedAt: v.nullable(v.string()) }),
  v.object({ audience: v.literal('internal'), event: internalSchema, publishedAt: v.nullable(v.string()) }),
])
export type OutboxRecord = v.InferOutput<typeof outboxSchema>

/** Events are kept for as long as they can be read and replayed (contract §8: 30 days). */
const keptForMs = 30 * dayMs
/** How long the stream may take before the sweep publishes in its stead. */
const relayGraceMs = 5 * minuteMs

export function outboxRecord(
  event: { audience: 'public'; envelope: Envelope } | { audience: 'internal'; event: InternalRecord },
): OutboxRecord {
  return { ...event, publishedAt: null }
}

export function headOf(record: OutboxRecord): { id: string; type: string; createdAt: string } {
  return record.audience === 'public' ? record.envelope : record.event
}

/** An organization's events in the order of their ids; internal ones stand in a partition each. */
function keyOf(record: OutboxRecord) {
  const { id } = headOf(record)
  return record.audience === 'public'
    ? { PK: `ORG#${record.envelope.orgId}#EVENTS`, SK: id }
    : { PK: `INTERNAL#${id}`, SK: id }
}

export const outbox: Collection<OutboxRecord> = {
  name: 'outbox',
  schema: outboxSchema,
  key: keyOf,
  indexKeys: (record) => {
    const { id, createdAt } = headOf(record)
    if (record.publishedAt !== null) return {}
    return dueKeys(id, timestamp(Date.parse(createdAt) + relayGraceMs))
  },
  expiresAtSec: (record) => Math.floor((Date.parse(headOf(record).createdAt) + keptForMs) / 1000),
}
