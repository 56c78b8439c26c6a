import { setTimeout as delay } from 'node:timers/promises'
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import { failedIdentifiers } from './batch-failures.ts'
import { compileEventPattern } from './engines/event-patterns.ts'
import type { EventSourceMapping } from './event-sources.ts'
import type { FunctionHost } from './function-host.ts'
import { localRegion } from './template-resources.ts'

export type QueueSourceOptions = {
  mapping: EventSourceMapping
  queueUrl: string
  sqs: SQSClient
  functions: Pick<FunctionHost, 'invoke'>
}

/** A running reader of a queue or a stream. Stopping waits for the batches under way. */
export type EventSource = { stop(): Promise<void> }

/** A queue gives at most ten messages at once, and long polls last twenty seconds at most. */
const longestReceive = { messages: 10, waitSeconds: 20 }

/**
 * Gives a queue's messages to a function, in batches, several at once. What the function took is deleted; what it failed is
 * left alone, so that it comes again when its visibility timeout is over and goes to the dead-letter queue in the end.
 */
export function startQueueSource(options: QueueSourceOptions): EventSource {
  const { mapping, queueUrl } = options
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const handOver = (messages: Message[]) => {
    const batch: Promise<void> = handle(messages, options)
      .catch((error: unknown) => console.error(`${mapping.functionName} could not take from ${queueUrl}:`, error))
      .finally(() => running.delete(batch))
    running.add(batch)
  }
  const reader = readUntil(stopping.signal, async () => {
    if (running.size >= mapping.maximumConcurrency) await Promise.race(running)
    const messages = await receive(stopping.signal, options)
    if (messages.length > 0) handOver(messages)
  })
  return {
    async stop() {
      stopping.abort()
      await reader
      await Promise.all(running)
    },
  }
}

/** Reads again and again, and goes on a second after a read that failed. */
export async function readUntil(stop: AbortSignal, read: () => Promise<void>): Promise<void> {
  while (!stop.aborted) {
    try {
      await read()
    } catch (error) {
      if (stop.aborted) return
      console.error('An event source could not be read:', error)
      await delay(1000, undefined, { signal: stop }).catch(() => {})
    }
  }
}

async function receive(stop: AbortSignal, { mapping, queueUrl, sqs }: QueueSourceOptions): Promise<Message[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl: queueUrl,
    MaxNumberOfMessages: Math.min(mapping.batchSize, longestReceive.messages),
    WaitTimeSeconds: longestReceive.waitSeconds,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  })
  return (await sqs.send(command, { abortSignal: stop })).Messages ?? []
}

async function handle(messages: Message[], options: QueueSourceOptions): Promise<void> {
  const { mapping, functions } = options
  const records = messages.map((message) => toRecord(message, mapping.sourceArn))
  const wanted = records.filter((record) => fitsFilters(record, mapping))
  const failed = wanted.length === 0 ? new Set<string>() : await invoke(wanted, mapping, functions)
  await remove(
    records.filter((record) => !failed.has(record.messageId)),
    options,
  )
}

async function invoke(
  records: SQSRecord[],
  mapping: EventSourceMapping,
  functions: Pick<FunctionHost, 'invoke'>,
): Promise<Set<string>> {
  const identifiers = records.map((record) => record.messageId)
  const result = await functions.invoke(mapping.functionName, JSON.stringify({ Records: records }))
  return new Set(failedIdentifiers(result, identifiers, mapping.reportsItemFailures))
}

/** What a filter turns away is deleted unread. */
function fitsFilters(record: SQSRecord, { filters }: EventSourceMapping): boolean {
  if (filters.length === 0) return true
  const filterable = { ...record, body: parsedOr(record.body) }
  return filters.some((pattern) => compileEventPattern(pattern)(filterable))
}

function parsedOr(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

async function remove(records: SQSRecord[], { sqs, queueUrl }: QueueSourceOptions): Promise<void> {
  if (records.length === 0) return
  const Entries = records.map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle }))
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }))
}

function toRecord(message: Message, sourceArn: string): SQSRecord {
  const { Attributes = {}, MessageAttributes = {} } = message
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: {
      ...Attributes,
      ApproximateReceiveCount: Attributes.ApproximateReceiveCount ?? '1',
      SentTimestamp: Attributes.SentTimestamp ?? '0',
      SenderId: Attributes.SenderId ?? '',
      ApproximateFirstReceiveTimestamp: Attributes.ApproximateFirstReceiveTimestamp ?? '0',
    },
    messageAttributes: Object.fromEntries(
      Object.entries(MessageAttributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
        name,
        {
          dataType: DataType ?? 'String',
          stringValue: StringValue,
          binaryValue: BinaryValue && Buffer.from(BinaryValue).toString('base64'),
        },
      ]),
    ),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: sourceArn,
    awsRegion: localRegion,
  }
}
