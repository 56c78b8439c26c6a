import { setTimeout as delay } from 'node:timers/promises'
import type { createRequestHandler } from 'local-aws-sqs'
import * as v from 'valibot'
import { type DurableMap, openDurableMap } from './durable-map.ts'

type Queue = ReturnType<typeof createRequestHandler>['service']['Queues'][number]

const recordSchema = v.looseObject({
  MessageId: v.string(),
  attributes: v.looseObject({ ApproximateReceiveCount: v.string(), SentTimestamp: v.string() }),
})
const keptSchema = v.object({ queue: v.string(), dueAtMs: v.number(), record: recordSchema })
type Kept = DurableMap<v.InferOutput<typeof keptSchema>>

/** A message as the library holds it: it changes the flags and the record in place. */
type Item = { visible: boolean; delayed: boolean; record: v.InferOutput<typeof recordSchema> }
type Message = { queue: Queue; item: Item; dueAtMs: number }

/** How often a waiting receive looks for a message that became visible. */
const pollMs = 10

/**
 * Knows every message of the queues, which the library keeps to itself, and with that
 * - keeps them on disk, from before a send is answered until they are deleted (a message in flight is visible again after a restart, since
 *   its consumer ended too),
 * - ends a long poll as soon as there is a message (the library waits until it has as many as were asked for),
 * - does not count a change of visibility as a receive, which would send messages to the dead-letter queue too early.
 */
export function keepMessages(queues: readonly Queue[], callerIsGone: () => boolean, path: string | undefined) {
  const messages = new Map<string, Message>()
  const kept = openDurableMap(path, keptSchema)
  const stopping = new AbortController()
  for (const queue of queues) {
    trackMessages(queue, messages, kept)
    correctReceive(queue, messages, kept, () => stopping.signal.aborted || callerIsGone())
    correctChangeVisibility(queue, messages)
  }
  for (const { queue: name, dueAtMs, record } of kept.values()) {
    const queue = queues.find(({ QueueName }) => QueueName === name)
    if (queue && !isExpired(queue, record)) queue.newRecord(record, Math.max(0, dueAtMs - Date.now()) / 1000)
    else kept.delete(record.MessageId)
  }
  return { stop: () => stopping.abort(), close: () => kept.close() }
}

function isExpired({ MessageRetentionPeriod }: Queue, { attributes }: Item['record']): boolean {
  return Number(attributes.SentTimestamp) + MessageRetentionPeriod * 1000 <= Date.now()
}

/** A message moved to a dead-letter queue keeps its id and becomes a new record there, which replaces the entry. */
function trackMessages(queue: Queue, messages: Map<string, Message>, kept: Kept): void {
  const { newRecord } = queue
  queue.newRecord = (given, delaySec) => {
    const record = v.parse(recordSchema, given)
    const waitSec = delaySec === undefined || Number.isNaN(delaySec) ? queue.DelaySeconds : delaySec
    const dueAtMs = Date.now() + waitSec * 1000
    // First on disk: what cannot be kept is not accepted.
    kept.set(record.MessageId, { queue: queue.QueueName, dueAtMs, record })
    const item: Item = newRecord(record, delaySec)
    messages.set(item.record.MessageId, { queue, item, dueAtMs })
    return item
  }
  const forget = (id: string) => {
    messages.delete(id)
    kept.delete(id)
  }
  const remove = queue.delete.bind(queue)
  queue.delete = (receiptHandle) => {
    const removed = remove(receiptHandle)
    forget(messageIdOf(receiptHandle))
    return removed
  }
  const clear = queue.clearRecords.bind(queue)
  queue.clearRecords = () => {
    clear()
    for (const [id, message] of messages) if (message.queue === queue) forget(id)
  }
}

function correctReceive(queue: Queue, messages: Map<string, Message>, kept: Kept, isOver: () => boolean): void {
  const receive = queue.receive.bind(queue)
  const noteReceive = (message: Message | undefined) => {
    if (!message) return
    const { item, dueAtMs } = message
    kept.set(item.record.MessageId, { queue: queue.QueueName, dueAtMs, record: item.record })
  }
  const isReady = ({ queue: its, item }: Message) => its === queue && item.visible && !item.delayed
  queue.receive = async ({ WaitTimeSeconds, MaxNumberOfMessages, VisibilityTimeout }) => {
    const untilMs = Date.now() + 1000 * Number(WaitTimeSeconds ?? queue.ReceiveMessageWaitTimeSeconds)
    const wanted = Number(MaxNumberOfMessages ?? 1)
    while (!isOver()) {
      const ready = [...messages.values()].filter(isReady).length
      if (ready > 0) {
        const received = await receive({
          VisibilityTimeout: VisibilityTimeout ?? queue.VisibilityTimeout,
          WaitTimeSeconds: 0,
          MaxNumberOfMessages: Math.min(wanted, ready),
        })
        for (const { MessageId } of received) noteReceive(messages.get(MessageId))
        if (received.length > 0) return received
      }
      if (Date.now() >= untilMs) break
      await delay(pollMs)
    }
    return []
  }
}

function correctChangeVisibility(queue: Queue, messages: Map<string, Message>): void {
  const changeVisibility = queue.changeVisibility.bind(queue)
  queue.changeVisibility = (receiptHandle, timeoutSec) => {
    const attributes = messages.get(messageIdOf(receiptHandle))?.item.record.attributes
    const count = attributes?.ApproximateReceiveCount
    const changed = changeVisibility(receiptHandle, timeoutSec)
    if (attributes && count !== undefined) attributes.ApproximateReceiveCount = count
    return changed
  }
}

/** The library's receipt handle is a random id and a JSON object in base64. A handle that is none was refused before. */
function messageIdOf(receiptHandle: string): string {
  const text = Buffer.from(receiptHandle, 'base64').toString('utf8')
  return /"MessageId":"([^"]+)"/.exec(text)?.[1] ?? ''
}
