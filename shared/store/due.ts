import { timestamp } from '../platform/clock.ts'
import type { Platform } from './platform.ts'
import { type Key, queryIndex, type Table } from './table.ts'
import { isTwinId } from './twin-ids.ts'

/** Due work is spread over a few partitions of the sparse index, so that none takes every write. */
export const dueShards = 8

/**
 * Each kind of due item has partitions of its own, and a number that one sweep takes from a partition at most. Deliveries and
 * their guards are many and must not delay the rest; most guards need nothing. Heads of audit chains are due all at once, after
 * midnight.
 */
const takenFromShard = {
  DUE: 100,
  DELIVERY: 100,
  GUARD: 500,
  HEAD: 200,
  /** A look at the settings reads twice and may write: what many requests end with at once is spread over minutes. */
  RETENTION: 20,
} as const
export type DueKind = keyof typeof takenFromShard

/** What a domain does about its own due items. */
export interface DueHandler {
  readonly kind: DueKind
  /** Whether the item at a key belongs to this handler. */
  readonly owns: (key: Key) => boolean
  /**
   * Does what is due and returns how many things were done. An item that fails must not delay the others; it stays due. The
   * index may lag behind, so decide on the item itself.
   */
  readonly handle: (platform: Platform, keys: readonly Key[]) => Promise<number>
}

/** The index keys of an item that something has to be done about at a time. Absent keys: nothing is due. */
export function dueKeys(id: string, at: string, kind: DueKind = 'DUE') {
  return { GSI2PK: `${kind}#${shardOf(id)}`, GSI2SK: at }
}

/**
 * The same for what belongs to the business of an organization. That of a test organization is due by the clock of the test
 * organization, and in a partition of its own, so that it can be played in order when that clock is moved.
 */
export function dueKeysIn(orgId: string, id: string, at: string, kind: DueKind = 'DUE') {
  return isTwinId(orgId) ? { GSI2PK: duePartitionOf(orgId), GSI2SK: at } : dueKeys(id, at, kind)
}

function duePartitionOf(testOrgId: string): string {
  return `TESTDUE#${testOrgId}`
}

/** Which one does not matter, and need not stay: each is looked through, and each write of an item sets its keys anew. */
function shardOf(id: string): number {
  let sum = 0
  for (let place = 0; place < id.length; place++) sum += id.charCodeAt(place)
  return sum % dueShards
}

/** What is due in a test organization at a time of its clock, the earliest first. The index may lag behind. */
export async function dueIn(
  table: Table,
  testOrgId: string,
  timeMs: number,
  limit: number = takenFromShard.DUE,
): Promise<DueItem[]> {
  const range = { index: 'GSI2' as const, partition: duePartitionOf(testOrgId), to: timestamp(timeMs), limit }
  const found = await queryIndex(table, range)
  return found.map(({ PK, SK, GSI2SK }) => ({ PK: String(PK), SK: String(SK), dueAt: String(GSI2SK) }))
}

export interface DueItem extends Key {
  readonly dueAt: string
}

/** The keys of the items of a kind that are due now, the oldest of each shard first. The index may lag behind. */
export async function dueItems(
  table: Table,
  nowMs: number,
  kind: DueKind,
  limit: number = takenFromShard[kind],
): Promise<Key[]> {
  const shards = Array.from({ length: dueShards }, (_, shard) => `${kind}#${shard}`)
  const to = timestamp(nowMs)
  const pages = await Promise.all(shards.map((partition) => queryIndex(table, { index: 'GSI2', partition, to, limit })))
  return pages.flat().map(({ PK, SK }) => ({ PK: String(PK), SK: String(SK) }))
}
