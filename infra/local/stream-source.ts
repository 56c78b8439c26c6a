import { setTimeout as delay } from 'node:timers/promises'
import { failedIdentifiers } from './batch-failures.ts'
import { compileEventPattern } from './engines/event-patterns.ts'
import type { EventSourceMapping } from './event-sources.ts'
import { type FunctionHost, payloadLimitBytes } from './function-host.ts'
import { type EventSource, readUntil } from './queue-source.ts'
import { type Shard, StreamCallError, type StreamClient, type StreamRecord } from './stream-client.ts'
import { createLanes } from './stream-lanes.ts'
import type { StreamPositions } from './stream-positions.ts'
import { localRegion } from './template-resources.ts'

export type StreamSourceOptions = {
  mapping: EventSourceMapping
  tableName: string
  client: StreamClient
  positions: StreamPositions
  functions: Pick<FunctionHost, 'invoke'>
  /** Takes the description of a batch that was given up. */
  sendToFailureDestination: (description: object) => Promise<void>
}

type ShardReader = StreamSourceOptions & { streamArn: string; partitionKey: string; shardId: string; stop: AbortSignal }

/** What of a shard is dealt with. */
type Done = (records: Batch) => Promise<void>

/** How long an empty stream is left alone, and how often new shards are looked for. */
const pollMs = 50
/** A stream gives no more records at once. What the filters leave of them makes the batches. */
const mostRecords = 1000
const discoveryMs = 10_000

/**
 * Gives a table's stream to a function: the records of one partition key in their order; as many batches of a shard at once as the mapping
 * says; a child shard after its parent.
 */
export function startStreamSource(options: StreamSourceOptions): EventSource {
  const stopping = new AbortController()
  const stop = stopping.signal
  const reading = new Map<string, Promise<void>>()
  const finished = new Set<string>()
  const discovery = readUntil(stop, async () => {
    const { streamArn, partitionKey } = await options.client.table(options.tableName)
    const shards = streamArn === undefined ? [] : await options.client.shards(streamArn)
    const isReady = ({ id, parentId }: Shard) =>
      !reading.has(id) && (!parentId || finished.has(parentId) || !shards.some((shard) => shard.id === parentId))
    for (const { id: shardId } of shards.filter(isReady)) {
      const read = readShard({ ...options, streamArn: streamArn ?? '', partitionKey, shardId, stop }).then(() => {
        finished.add(shardId)
      })
      reading.set(shardId, read)
    }
    await delay(discoveryMs, undefined, { signal: stop })
  })
  return {
    async stop() {
      stopping.abort()
      await discovery
      await Promise.all(reading.values())
    },
  }
}

/** Reads until the shard is closed and read to its end, or all is stopped. */
async function readShard(reader: ShardReader): Promise<void> {
  const { client, mapping, partitionKey, stop } = reader
  const lanes = createLanes({
    count: mapping.batchesAtOnce,
    batchSize: mapping.batchSize,
    keyOf: ({ dynamodb }) => JSON.stringify(dynamodb?.Keys?.[partitionKey]),
    deliver: (batch, done) => deliverAll(batch, { ...reader, done }),
    checkpoint: (sequenceNumber) =>
      reader.positions.set(positionKey(mapping, reader.shardId, reader.streamArn), sequenceNumber),
  })
  const isWanted = fits(mapping)
  const end = new AbortController()
  let iterator: string | undefined
  let lastTaken: string | undefined
  await readUntil(AbortSignal.any([stop, end.signal]), async () => {
    const current = iterator ?? (await iteratorAfter(lastTaken, reader))
    iterator = undefined
    const { records, next } = await client.records(current, mostRecords)
    lastTaken = records.at(-1)?.sequenceNumber ?? lastTaken
    await lanes.take(records, isWanted)
    iterator = next
    if (next === undefined) end.abort()
    else if (records.length === 0) await delay(pollMs, undefined, { signal: stop })
  })
  await lanes.settled()
}

/**
 * From behind what was taken, or else from the position that is noted. One that the stream no longer holds (it keeps 24 hours) gives way to
 * the oldest record there is.
 */
async function iteratorAfter(
  lastTaken: string | undefined,
  { client, streamArn, shardId, positions, mapping }: ShardReader,
): Promise<string> {
  const position = lastTaken ?? positions.get(positionKey(mapping, shardId, streamArn))
  try {
    return await client.iterator(streamArn, shardId, position)
  } catch (error) {
    if (!(error instanceof StreamCallError) || !error.message.includes('TrimmedDataAccess')) throw error
    return client.iterator(streamArn, shardId, undefined)
  }
}

const positionKey = ({ name }: EventSourceMapping, shardId: string, streamArn: string) =>
  `${name} ${streamArn} ${shardId}`

function fits({ filters }: EventSourceMapping): (record: StreamRecord) => boolean {
  const tests = filters.map(compileEventPattern)
  return (record) => tests.length === 0 || tests.some((test) => test(record))
}

/** Goes on with what is left of the batch where something fails that should not, such as the queue of what is given up. */
async function deliverAll(batch: StreamRecord[], reader: ShardReader & { done: Done }): Promise<void> {
  const end = new AbortController()
  let left = batch
  const done: Done = async (records) => {
    left = left.slice(records.length)
    await reader.done(records)
  }
  await readUntil(AbortSignal.any([reader.stop, end.signal]), async () => {
    await deliver(left, { ...reader, done })
    end.abort()
  })
}

/**
 * Hands over a batch until the function has taken all of it, or until it is given up after the mapping's retries, or all is stopped. Splitting
 * a failed batch does not count as a retry.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
 */
async function deliver(batch: StreamRecord[], reader: ShardReader & { done: Done }, attempts = 0): Promise<void> {
  const { mapping, stop, done } = reader
  if (batch.length === 0 || stop.aborted) return
  const payload = JSON.stringify({ Records: batch.map((record) => toEventRecord(record, mapping)) })
  if (batch.length > 1 && Buffer.byteLength(payload) > payloadLimitBytes) return deliverHalves(batch, reader, attempts)
  const firstFailed = await invoke(payload, batch, reader)
  if (firstFailed === undefined) return done(batch)
  if (firstFailed > 0) await done(batch.slice(0, firstFailed))
  const rest = batch.slice(firstFailed)
  const retries = firstFailed > 0 ? 0 : attempts
  if (mapping.bisectsOnError && rest.length > 1 && firstFailed === 0) return deliverHalves(rest, reader, retries)
  if (mapping.maximumRetryAttempts >= 0 && retries >= mapping.maximumRetryAttempts) {
    await reader.sendToFailureDestination(describeFailure(rest, retries + 1, reader))
    return done(rest)
  }
  await delay(Math.min(10_000, 100 * 2 ** retries), undefined, { signal: stop }).catch(() => {})
  return deliver(rest, reader, retries + 1)
}

async function deliverHalves(batch: StreamRecord[], reader: Parameters<typeof deliver>[1], attempts: number) {
  const middle = Math.ceil(batch.length / 2)
  await deliver(batch.slice(0, middle), reader, attempts)
  await deliver(batch.slice(middle), reader, attempts)
}

function toEventRecord({ sequenceNumber: _, ...record }: StreamRecord, { sourceArn }: EventSourceMapping): object {
  return { ...record, awsRegion: localRegion, eventSourceARN: sourceArn }
}

type Batch = readonly StreamRecord[]

/** The index of the first record that the function failed; undefined when it took all. */
async function invoke(payload: string, batch: Batch, { mapping, functions }: ShardReader): Promise<number | undefined> {
  const numbers = batch.map((record) => record.sequenceNumber)
  const result = await functions.invoke(mapping.functionName, payload)
  const failed = failedIdentifiers(result, numbers, mapping.reportsItemFailures)
  const first = numbers.findIndex((number) => failed.includes(number))
  return first < 0 ? undefined : first
}

function describeFailure(
  batch: StreamRecord[],
  invocations: number,
  { mapping, shardId, streamArn }: ShardReader,
): object {
  return {
    requestContext: {
      functionArn: mapping.functionName,
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: invocations,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: batch[0]?.sequenceNumber,
      endSequenceNumber: batch.at(-1)?.sequenceNumber,
      batchSize: batch.length,
      streamArn,
    },
  }
}
