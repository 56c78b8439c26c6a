import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../shared/platform/clock.ts'
import type { Item } from '../../../shared/store/table.ts'

/** Write units by partition key. */
export type WriteUnits = ReadonlyMap<string, number>

/**
 * DynamoDB takes 1,000 write units a second on one partition key. A fifth is left to what is written at once beyond that, and
 * to other requests.
 */
const unitsPerSecond = 800

/** Delays writes so that no partition key gets more of them than DynamoDB takes. */
export class WritePace {
  readonly #clock: Clock
  /** When each key can take the next write. */
  readonly #freeAtMs = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Waits until every key can take its units. */
  async wait(units: WriteUnits, signal: AbortSignal): Promise<void> {
    const waitMs = this.#reserved(units)
    if (waitMs > 0) await pause(waitMs, undefined, { signal })
  }

  #reserved(units: WriteUnits): number {
    const nowMs = this.#clock()
    const startMs = Math.max(nowMs, ...[...units.keys()].map((key) => this.#freeAtMs.get(key) ?? 0))
    for (const [key, count] of units) this.#freeAtMs.set(key, startMs + (count * 1_000) / unitsPerSecond)
    return startMs - nowMs
  }
}

/** The write units of items in the table, at so many for each KB, and in the indexes. */
export function writeUnits(items: readonly Item[], unitsPerKb: 1 | 2): WriteUnits {
  const units = new Map<string, number>()
  const add = (name: string, key: unknown, count: number) => {
    if (typeof key === 'string') units.set(`${name} ${key}`, (units.get(`${name} ${key}`) ?? 0) + count)
  }
  for (const item of items) {
    const kilobytes = kilobytesOf(item)
    add('PK', item.PK, unitsPerKb * kilobytes)
    add('GSI1PK', item.GSI1PK, kilobytes)
    add('GSI2PK', item.GSI2PK, kilobytes)
  }
  return units
}

/** JSON is at least as long as what DynamoDB counts. */
function kilobytesOf(item: Item): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(item)) / 1024)
}

export function sumOfUnits(all: readonly WriteUnits[]): WriteUnits {
  const sum = new Map<string, number>()
  for (const [key, count] of all.flatMap((units) => [...units])) sum.set(key, (sum.get(key) ?? 0) + count)
  return sum
}
