import { crc32 } from 'node:zlib'
import type { StreamRecord } from './stream-client.ts'

export type LaneOptions = {
  /** How many batches are under way at once. */
  count: number
  batchSize: number
  /** Records of one key stay in one lane, and so in their order. */
  keyOf(record: StreamRecord): string
  /** Tells what it is done with; what it leaves is delivered again after a restart. */
  deliver(batch: StreamRecord[], done: (records: readonly StreamRecord[]) => Promise<void>): Promise<void>
  /** Notes the record up to which nothing is left. */
  checkpoint(sequenceNumber: string): Promise<void>
}

export type Lanes = {
  /** Takes the next records of the shard, and passes over those that nobody wants. Resolves when there is room for another batch. */
  take(records: readonly StreamRecord[], isWanted: (record: StreamRecord) => boolean): Promise<void>
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>
}

/**
 * Concurrent batches of one shard, as with a mapping's `ParallelizationFactor`: whoever writes much in one partition holds up those alone who
 * share its lane.
 */
export function createLanes({ count, batchSize, keyOf, deliver, checkpoint }: LaneOptions): Lanes {
  const lanes = Array.from({ length: count }, () => ({ waiting: [] as StreamRecord[], run: undefined as Run }))
  const progress = createProgress(checkpoint)
  let underWay = 0

  async function empty(lane: (typeof lanes)[number]): Promise<void> {
    while (lane.waiting.length > 0) {
      const batch = lane.waiting.slice(0, batchSize)
      await deliver(batch, progress.end)
      lane.waiting.splice(0, batch.length)
      underWay -= batch.length
    }
    lane.run = undefined
  }
  const running = () => lanes.flatMap(({ run }) => run ?? [])

  return {
    async take(records, isWanted) {
      progress.begin(records)
      const wanted = records.filter(isWanted)
      underWay += wanted.length
      for (const record of wanted) lanes[crc32(keyOf(record)) % count]?.waiting.push(record)
      for (const lane of lanes) if (lane.waiting.length > 0) lane.run ??= empty(lane)
      await progress.end(records.filter((record) => !isWanted(record)))
      while (underWay > batchSize * (count - 1)) await Promise.race(running())
    },
    settled: async () => void (await Promise.all(running())),
  }
}

type Run = Promise<void> | undefined

/** How far a shard is dealt with: to the last record before which none is left. */
function createProgress(checkpoint: LaneOptions['checkpoint']) {
  const begun = new Set<string>()
  const ended = new Set<string>()
  return {
    begin(records: readonly StreamRecord[]): void {
      for (const { sequenceNumber } of records) begun.add(sequenceNumber)
    },
    async end(records: readonly StreamRecord[]): Promise<void> {
      for (const { sequenceNumber } of records) if (begun.has(sequenceNumber)) ended.add(sequenceNumber)
      let last: string | undefined
      for (const sequenceNumber of begun) {
        if (!ended.delete(sequenceNumber)) break
        begun.delete(sequenceNumber)
        last = sequenceNumber
      }
      if (last !== undefined) await checkpoint(last)
    },
  }
}
