import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs'
import * as v from 'valibot'
import { isMissing, type UndeliveredQueue } from './event-queues.ts'

/** A message that is looked at is hidden from other readers for so long at most, also when a run breaks off. */
const hiddenSec = 600
/** SQS then asks all its servers, so that an empty answer means an empty queue. */
const waitSec = 2
const mostAtOnce = 10

/** An event that did not reach its target, as EventBridge wrote it. */
interface Undelivered {
  readonly id: string
  readonly receiptHandle: string
  readonly body: string
  readonly type: string
  readonly target: string
  readonly error: string
}

/** Counts the undelivered events by target, type and error. All of them stay. */
export async function countUndelivered(queue: UndeliveredQueue) {
  const found: Undelivered[] = []
  try {
    for await (const batch of batchesOf(queue)) found.push(...batch)
  } finally {
    await showAgain(queue, found)
  }
  const alike = Map.groupBy(found, ({ target, type, error }) => [target, type, error].join('\n'))
  const events = [...alike.values()].flatMap((group) =>
    group.slice(0, 1).map(({ target, type, error }) => ({ target, type, error, count: group.length })),
  )
  return { undelivered: found.length, events }
}

/** Sends each event to the target that missed it, and only then removes it. What no target takes stays, with the reason. */
export async function putBackUndelivered(queue: UndeliveredQueue) {
  const left: Undelivered[] = []
  const counts = { putBack: 0, outdated: 0 }
  const reasons = new Map<string, number>()
  try {
    for await (const batch of batchesOf(queue)) {
      const outcomes = await Promise.all(batch.map(async (event) => ({ event, outcome: await settle(queue, event) })))
      for (const { event, outcome } of outcomes) {
        if (outcome === 'putBack' || outcome === 'outdated') counts[outcome] += 1
        else {
          left.push(event)
          reasons.set(outcome.refused, (reasons.get(outcome.refused) ?? 0) + 1)
        }
      }
    }
  } finally {
    await showAgain(queue, left)
  }
  return { ...counts, remaining: left.length, reasons: Object.fromEntries(reasons) }
}

/** All messages that can be seen, each once. */
async function* batchesOf({ sqs, url: QueueUrl }: UndeliveredQueue): AsyncGenerator<Undelivered[]> {
  const seen = new Set<string>()
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: mostAtOnce,
        VisibilityTimeout: hiddenSec,
        WaitTimeSeconds: waitSec,
        MessageAttributeNames: ['All'],
      }),
    )
    const batch = Messages.map(readMessage).filter(({ id }) => !seen.has(id))
    if (batch.length === 0) return
    for (const { id } of batch) seen.add(id)
    yield batch
  }
}

const eventSchema = v.pipe(v.string(), v.parseJson(), v.object({ 'detail-type': v.string(), source: v.string() }))

function readMessage({ MessageId = '', ReceiptHandle = '', Body = '', MessageAttributes = {} }: Message): Undelivered {
  const told = (name: string) => MessageAttributes[name]?.StringValue ?? ''
  const event = v.safeParse(eventSchema, Body)
  return {
    id: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    type: event.success ? event.output['detail-type'] : 'unknown',
    target: told('TARGET_ARN') || 'unknown',
    error: [told('ERROR_CODE'), told('ERROR_MESSAGE')].filter((text) => text !== '').join(': '),
  }
}

type Outcome = 'putBack' | 'outdated' | { readonly refused: string }

async function settle(queue: UndeliveredQueue, event: Undelivered): Promise<Outcome> {
  const { sqs, url } = queue
  try {
    const outcome = isTick(event) ? 'outdated' : await send(queue, event)
    if (typeof outcome === 'string')
      await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: event.receiptHandle }))
    return outcome
  } catch (error) {
    return { refused: `${event.target}: ${error instanceof Error ? `${error.name}: ${error.message}` : error}` }
  }
}

/** A minute that the sweep missed: the next one found the same work. */
function isTick({ target, type }: Undelivered): boolean {
  return type === 'Scheduled Event' && target.includes(':lambda:')
}

async function send({ sqs }: UndeliveredQueue, { target, body }: Undelivered): Promise<Outcome> {
  const [, , service, region, account, name] = target.split(':')
  if (service !== 'sqs' || region !== (await sqs.config.region()))
    return { refused: `${target}: this is no queue of the region.` }
  try {
    const named = { QueueName: name, QueueOwnerAWSAccountId: account }
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand(named))
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body }))
    return 'putBack'
  } catch (error) {
    if (isMissing(error)) return { refused: `${target}: there is no such queue any more.` }
    throw error
  }
}

/** Lets other readers, and the alarm, see messages again at once. */
async function showAgain({ sqs, url: QueueUrl }: UndeliveredQueue, left: readonly Undelivered[]): Promise<void> {
  for (let start = 0; start < left.length; start += mostAtOnce) {
    const Entries = left.slice(start, start + mostAtOnce).map(({ receiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: 0,
    }))
    await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }))
  }
}
