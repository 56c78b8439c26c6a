import type { Item } from '../../../shared/store/table.ts'
import { printable } from './printable.ts'

/** What a tenant has, in a form in which two tenants to whom the same happened are equal. */
export type Snapshot = readonly string[]

/** What counts the requests of a client, the repeated ones included, and what is left of secrets. */
const leftOut = new Set([
  ...['windowStart', 'windowCount', 'requestCount', 'refusedCount', 'lastUsedAt', 'lastUsedIp'],
  ...['secretHint', 'sealed', 'durationMs'],
])
/** Smaller numbers are no moments, neither in seconds nor in milliseconds. */
const firstMoment = 1_000_000_000

/** Every item without what differs by chance: ids, moments, hashes, and how large a file is that names such. */
export function snapshotOf(items: readonly Item[]): Snapshot {
  // A slot says who is at work at the moment, and is free again by itself. A count may count a broken try, too.
  const lasting = items.filter(({ type }) => type !== 'webhook_slot' && type !== 'window_count')
  return lasting.map((item) => JSON.stringify(plain(printable(item)))).sort()
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return withoutChance(value)
  if (typeof value === 'number') return value >= firstMoment ? '<time>' : value
  if (value instanceof Uint8Array) return '<bytes>'
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => !leftOut.has(name))
  return Object.fromEntries(
    members
      .map(
        ([name, member]) =>
          [withoutChance(name), name === 'size' && typeof member === 'number' ? '<size>' : plain(member)] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function withoutChance(text: string): string {
  return (
    text
      // What KMS encrypted differs each time.
      .replace(/[A-Za-z0-9+/]{200,}={0,2}/g, '<encrypted>')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
      .replace(/\b[0-9a-f]{64}\b/g, '<hash>')
      .replace(/\b(DUE|DELIVERY|GUARD|HEAD|RETENTION)#\d\b/g, '$1#')
      .replace(/[A-Za-z0-9+/_-]{43}=?/g, '<hash>')
  )
}

/** In what two snapshots differ, for people. */
export function differenceOf(found: Snapshot, expected: Snapshot): string {
  const without = (all: Snapshot, others: Snapshot) => {
    const left = [...others]
    return all.filter((line) => {
      const at = left.indexOf(line)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  }
  const lines = [
    ...without(found, expected).map((line) => `+ ${line}`),
    ...without(expected, found).map((line) => `- ${line}`),
  ]
  return lines.map((line) => line.slice(0, 900)).join('\n')
}
