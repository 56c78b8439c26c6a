import { setTimeout as delay } from 'node:timers/promises'
import type { createRequestHandler } from 'local-aws-sqs'
import * as v from 'valibot'
import { readJsonFile, writeJsonFile } from './json-file.ts'

type Queue = ReturnType<typeof createRequestHandler>['service']['Queues'][number]

const recordSchema = v.looseObject({
  MessageId: v.string(),
  attributes: v.looseObject({ ApproximateReceiveCount: v.string(), SentTimestamp: v.string() }),
})
const keptSchema = v.array(v.object({ queue: v.string(), dueAtMs: v.number(), record: recordSchema }))

/** A message as the library holds it: it changes the flags and the record in place. */
type Item = { visible: boolean; delayed: boolean; record: v.InferOutput<typeof recordSchema> }
type Message = { queue: Queue; item: Item; dueAtMs: number }

/** How often a waiting receive looks for a message that became visible. */
const pollMs = 10

/**
 * Knows every message of the queues, which the library keeps to itself, and with that
 * - keeps them from one run to the next (a message in flight is visible again, since its consumer ended with the stop),
 * - ends a long poll as soon as there is a message (the library waits until it has as many as were asked for),
 * - does not count a change of visibility as a receive, which would send messages to the dead-letter queue too early.
 */
export async function keepMessages(queues: readonly Queue[], callerIsGone: () => boolean, path: string | undefined) {
  const messages = new Map<string, Message>()
  const stopping = new AbortController()
  for (const queue of queues) {
    trackMessages(queue, messages)
    correctReceive(queue, messages, () => stopping.signal.aborted || callerIsGone())
    correctChangeVisibility(queue, messages)
  }
  for (const kept of (await readJsonFile(path, keptSchema)) ?? []) {
    const delaySec = Math.max(0, kept.dueAtMs - Date.now()) / 1000
    queues.find((queue) => queue.QueueName === kept.queue)?.newRecord(kept.record, delaySec)
  }
  const save = () =>
    writeJsonFile(
      path,
      [...messages.values()]
        .filter(
          ({ queue, item }) =>
            Number(item.record.attributes.SentTimestamp) + queue.MessageRetentionPeriod * 1000 > Date.now(),
        )
        .map(({ queue, dueAtMs, item }) => ({ queue: queue.QueueName, dueAtMs, record: item.record })),
    )
  return { stop: () => stopping.abort(), save }
}

/** A message moved to a dead-letter queue keeps its id and becomes a new record there, which replaces the entry. */
function trackMessages(queue: Queue, messages: Map<string, Message>): void {
  const { newRecord } = queue
  queue.newRecord = (record, delaySec) => {
    const item: Item = newRecord(record, delaySec)
    const waitSec = delaySec === undefined || Number.isNaN(delaySec) ? queue.DelaySeconds : delaySec
    messages.set(item.record.MessageId, { queue, item, dueAtMs: Date.now() + waitSec * 1000 })
    return item
  }
  const remove = queue.delete.bind(queue)
  queue.delete = (receiptHandle) => {
    const removed = remove(receiptHandle)
    messages.delete(messageIdOf(receiptHandle))
    return removed
  }
  const clear = queue.clearRecords.bind(queue)
  queue.clearRecords = () => {
    clear()
    for (const [id, message] of messages) if (message.queue === queue) messages.delete(id)
  }
}

function correctReceive(queue: Queue, messages: Map<string, Message>, isOver: () => boolean): void {
  const receive = queue.receive.bind(queue)
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
