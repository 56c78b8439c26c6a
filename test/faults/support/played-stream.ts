import type { EventSourceMapping } from '../../../infra/local/event-sources.ts'
import type { FunctionHost } from '../../../infra/local/function-host.ts'
import type { StreamClient, StreamRecord } from '../../../infra/local/stream-client.ts'
import type { StreamPositions } from '../../../infra/local/stream-positions.ts'
import { startStreamSource } from '../../../infra/local/stream-source.ts'

export type Batches = readonly (readonly StreamRecord[])[]

/**
 * Gives a function a stream that consists of these batches, by the reader of streams that the local cloud has: it filters, bisects and
 * tries again as the mapping says. Gives what went to the failure destination.
 */
export async function playStream(
  batches: Batches,
  mapping: EventSourceMapping,
  functions: Pick<FunctionHost, 'invoke'>,
): Promise<object[]> {
  const ended = Promise.withResolvers<void>()
  const givenUp: object[] = []
  const source = startStreamSource({
    mapping: { ...mapping, batchesAtOnce: 1 },
    tableName: '',
    client: clientOf(batches, mapping.sourceArn, ended.resolve),
    positions: positionsInMemory(),
    functions,
    sendToFailureDestination: async (description) => void givenUp.push(description),
  })
  await ended.promise
  await source.stop()
  return givenUp
}

/** One shard, closed behind its last batch: whoever asks for what follows has dealt with all before. */
function clientOf(batches: Batches, streamArn: string, whenRead: () => void): StreamClient {
  return {
    table: async () => ({ streamArn, partitionKey: 'PK' }),
    shards: async () => [{ id: 'shard', parentId: null }],
    iterator: async () => '0',
    async records(iterator) {
      const index = Number(iterator)
      const records = batches[index]
      if (records) return { records: [...records], next: String(index + 1) }
      whenRead()
      return { records: [], next: undefined }
    },
  }
}

function positionsInMemory(): StreamPositions {
  const positions = new Map<string, string>()
  return { get: (key) => positions.get(key), set: async (key, number) => void positions.set(key, number) }
}

/** Runs of so many, each starting so far behind the one before: with a smaller step they overlap. */
export function batchesOf(records: readonly StreamRecord[], size: number, step = size): StreamRecord[][] {
  const starts = Array.from({ length: Math.ceil(records.length / step) }, (_, index) => index * step)
  return starts.map((start) => records.slice(start, start + size))
}
