import { timestamp } from '../platform/clock.ts'
import { type Key, queryIndex, type Table } from './table.ts'

/** Due work is spread over a few partitions of the sparse index, so that none takes every write. */
export const dueShards = 8

/** Deliveries and their guards come in numbers, and hold nothing else up: each are due among themselves. */
type Kind = 'DUE' | 'DELIVERY' | 'GUARD'

/** The index keys of an item that something has to be done about at a time. Absent keys: nothing is due. */
export function dueKeys(id: string, at: string, kind: Kind = 'DUE') {
  return { GSI2PK: `${kind}#${shardOf(id)}`, GSI2SK: at }
}

/** Which one does not matter, and need not stay: each is looked through, and each write of an item sets its keys anew. */
function shardOf(id: string): number {
  let sum = 0
  for (let place = 0; place < id.length; place++) sum += id.charCodeAt(place)
  return sum % dueShards
}

/**
 * The keys of what is due by now, oldest first within a shard, at most `limit` from each. The index holds nothing else,
 * and may lag behind: what is to be done is decided on the item itself.
 */
export async function dueItems(table: Table, nowMs: number, limit: number, kind: Kind = 'DUE'): Promise<Key[]> {
  const shards = Array.from({ length: dueShards }, (_, shard) => `${kind}#${shard}`)
  const to = timestamp(nowMs)
  const pages = await Promise.all(shards.map((partition) => queryIndex(table, { index: 'GSI2', partition, to, limit })))
  return pages.flat().map(({ PK, SK }) => ({ PK: String(PK), SK: String(SK) }))
}
