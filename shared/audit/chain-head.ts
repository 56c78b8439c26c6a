import * as v from 'valibot'
import { dayMs, minuteMs, timestamp } from '../platform/clock.ts'
import { type Collection, fromItem } from '../store/collection.ts'
import { dueKeys } from '../store/due.ts'
import { auditKeptForMs, type OutboxEntry } from '../store/outbox-entry.ts'
import { type Key, newestBetween, type Table } from '../store/table.ts'

const chainHeadSchema = v.object({
  orgId: v.string(),
  /** The day of its entries, in UTC, such as `2026-03-01`. */
  day: v.string(),
  /** Of its last entry. */
  hash: v.string(),
  length: v.number(),
})
/** Where the chain of an organization's audit entries of one day ends. It is due until it is recorded in the locked bucket. */
export type ChainHead = v.InferOutput<typeof chainHeadSchema>

export function chainPartition(orgId: string): string {
  return `ORG#${orgId}#AUDIT_CHAINS`
}

export const chainHeads: Collection<ChainHead> = {
  name: 'audit_chain',
  schema: chainHeadSchema,
  key: ({ orgId, day }) => ({ PK: chainPartition(orgId), SK: day }),
  indexKeys: (head) => dueKeys(`${head.orgId}${head.day}`, timestamp(recordedAtMs(head)), 'HEAD'),
  expiresAtSec: ({ day }) => Math.floor((Date.parse(day) + dayMs + auditKeptForMs) / 1000),
}

/** Whether an item is the head of a chain. */
export function isChainHeadKey({ PK }: Key): boolean {
  return /^ORG#[^#]+#AUDIT_CHAINS$/.test(PK)
}

/** When a day's head is recorded: the relay may link the last entries some minutes late. */
export function recordedAtMs({ day }: Pick<ChainHead, 'day'>): number {
  return Date.parse(day) + dayMs + 10 * minuteMs
}

/** The day to whose chain the entries of an outbox entry belong. */
export function dayOf({ at }: Pick<OutboxEntry, 'at'>): string {
  return at.slice(0, 'yyyy-mm-dd'.length)
}

/** Where the chain of a day ends, or, as long as the day has none, that of the last day before it. Null: there is none yet. */
export async function lastHead(table: Table, orgId: string, day: string): Promise<ChainHead | null> {
  const [item] = await newestBetween(table, chainPartition(orgId), { from: ' ', to: day }, 1)
  return item ? fromItem(chainHeads, item) : null
}
