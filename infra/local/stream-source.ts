import { setTimeout as delay } from 'node:timers/promises'
import { failedIdentifiers } from './batch-failures.ts'
import { compileEventPattern } from './engines/event-patterns.ts'
import type { EventSourceMapping } from './event-sources.ts'
import { type FunctionHost, payloadLimitBytes } from './function-host.ts'
import { type EventSource, readUntil } from './queue-source.ts'
import { type Shard, StreamCallError, type StreamClient, type StreamRecord } from './stream-client.ts'
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

type ShardReader = StreamSourceOptions & { streamArn: string; shardId: string; stop: AbortSignal }

/** How long an empty stream is left alone, and how often new shards are looked for. */
const pollMs = 50
const discoveryMs = 10_000

/** Gives a table's stream to a function: a shard's records in their order, one batch at a time; a child shard after its parent. */
export function startStreamSource(options: StreamSourceOptions): EventSource {
  const stopping = new AbortController()
  const stop = stopping.signal
  const reading = new Map<string, Promise<void>>()
  const finished = new Set<string>()
  const discovery = readUntil(stop, async () => {
    const streamArn = await options.client.streamArn(options.tableName)
    const shards = streamArn === undefined ? [] : await options.client.shards(streamArn)
    const isReady = ({ id, parentId }: Shard) =>
      !reading.has(id) && (!parentId || finished.has(parentId) || !shards.some((shard) => shard.id === parentId))
    for (const { id: shardId } of shards.filter(isReady)) {
      const read = readShard({ ...options, streamArn: streamArn ?? '', shardId, stop }).then(() => {
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
  const { client, mapping, stop } = reader
  const end = new AbortController()
  let iterator: string | undefined
  await readUntil(AbortSignal.any([stop, end.signal]), async () => {
    const current = iterator ?? (await firstIterator(reader))
    iterator = undefined
    const { records, next } = await client.records(current, mapping.batchSize)
    const last = records.at(-1)
    if (last && (await deliver(records.filter(fits(mapping)), 0, reader))) await checkpoint(last, reader)
    iterator = next
    if (next === undefined) end.abort()
    else if (!last) await delay(pollMs, undefined, { signal: stop })
  })
}

/** A position that the stream no longer holds (it keeps 24 hours) gives way to the oldest record there is. */
async function firstIterator({ client, streamArn, shardId, positions, mapping }: ShardReader): Promise<string> {
  const position = positions.get(positionKey(mapping, shardId, streamArn))
  try {
    return await client.iterator(streamArn, shardId, position)
  } catch (error) {
    if (!(error instanceof StreamCallError) || !error.message.includes('TrimmedDataAccess')) throw error
    return client.iterator(streamArn, shardId, undefined)
  }
}

const positionKey = ({ name }: EventSourceMapping, shardId: string, streamArn: string) =>
  `${name} ${streamArn} ${shardId}`

function checkpoint({ sequenceNumber }: StreamRecord, reader: ShardReader): Promise<void> {
  return reader.positions.set(positionKey(reader.mapping, reader.shardId, reader.streamArn), sequenceNumber)
}

function fits({ filters }: EventSourceMapping): (record: StreamRecord) => boolean {
  const tests = filters.map(compileEventPattern)
  return (record) => tests.length === 0 || tests.some((test) => test(record))
}

/**
 * Hands over a batch until the function has taken all of it, or until it is given up after the mapping's retries; false when all is stopped
 * before that. Splitting a failed batch does not count as a retry.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
 */
async function deliver(batch: StreamRecord[], attempts: number, reader: ShardReader): Promise<boolean> {
  const { mapping, stop } = reader
  if (batch.length === 0) return true
  if (stop.aborted) return false
  const payload = JSON.stringify({ Records: batch.map((record) => toEventRecord(record, mapping)) })
  if (batch.length > 1 && Buffer.byteLength(payload) > payloadLimitBytes) return deliverHalves(batch, attempts, reader)
  const firstFailed = await invoke(payload, batch, reader)
  if (firstFailed === undefined) return true
  const done = batch.slice(0, firstFailed)
  const lastDone = done.at(-1)
  if (lastDone) await checkpoint(lastDone, reader)
  const rest = batch.slice(firstFailed)
  const retries = lastDone ? 0 : attempts
  if (mapping.bisectsOnError && rest.length > 1 && !lastDone) return deliverHalves(rest, retries, reader)
  if (mapping.maximumRetryAttempts >= 0 && retries >= mapping.maximumRetryAttempts) {
    await reader.sendToFailureDestination(describeFailure(rest, retries + 1, reader))
    return true
  }
  await delay(Math.min(10_000, 100 * 2 ** retries), undefined, { signal: stop }).catch(() => {})
  return deliver(rest, retries + 1, reader)
}

async function deliverHalves(batch: StreamRecord[], attempts: number, reader: ShardReader): Promise<boolean> {
  const middle = Math.ceil(batch.length / 2)
  return (await deliver(batch.slice(0, middle), attempts, reader)) && deliver(batch.slice(middle), attempts, reader)
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
