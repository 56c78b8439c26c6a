import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Sqs, startSqs } from '../../../../infra/local/engines/sqs.ts'

const arn = (name: string) => `arn:aws:sqs:eu-west-3:111122223333:${name}`
const queues = [
  { QueueName: 'work', RedrivePolicy: { deadLetterTargetArn: arn('dead'), maxReceiveCount: 2 }, VisibilityTimeout: 60 },
  { QueueName: 'dead' },
  { QueueName: 'late', DelaySeconds: 900 },
]
let directory: string
let engine: Sqs
let sqs: SQSClient

async function start(): Promise<void> {
  engine = await startSqs({ queues, region: 'eu-west-3', accountId: '111122223333', dataDirectory: directory })
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
  sqs = new SQSClient({ endpoint: engine.endpoint, region: 'eu-west-3', credentials })
}

async function stop(): Promise<void> {
  sqs.destroy()
  await engine.close()
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sqs-'))
  await start()
})

afterEach(async () => {
  await stop()
  await rm(directory, { recursive: true })
})

const url = (name: string) => engine.queues[name]?.url

async function send(name: string, MessageBody: string, DelaySeconds?: number): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: url(name), MessageBody, DelaySeconds }))
}

async function receive(name: string, input: Partial<ReceiveMessageCommandInput> = {}) {
  const command = new ReceiveMessageCommand({ QueueUrl: url(name), MessageSystemAttributeNames: ['All'], ...input })
  return (await sqs.send(command)).Messages ?? []
}

async function hide(name: string, ReceiptHandle: string | undefined, VisibilityTimeout: number): Promise<void> {
  await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl: url(name), ReceiptHandle, VisibilityTimeout }))
}

test('queues have the URL, the ARN and the attributes of the template', async () => {
  expect(engine.queues.work).toEqual({ url: `${engine.endpoint}/111122223333/work`, arn: arn('work') })
  const get = new GetQueueAttributesCommand({ QueueUrl: url('work'), AttributeNames: ['All'] })
  const { Attributes } = await sqs.send(get)
  expect(Attributes).toMatchObject({ VisibilityTimeout: '60', QueueArn: arn('work') })
  expect(JSON.parse(Attributes?.RedrivePolicy ?? '')).toEqual(queues[0]?.RedrivePolicy)
})

test('a long poll that asks for ten ends as soon as there is one', async () => {
  const polled = receive('work', { WaitTimeSeconds: 20, MaxNumberOfMessages: 10 })
  await send('work', 'one')
  expect((await polled).map((message) => message.Body)).toEqual(['one'])
})

test('a poller that hung up takes no message', async () => {
  const abort = new AbortController()
  const command = new ReceiveMessageCommand({ QueueUrl: url('work'), WaitTimeSeconds: 20 })
  const polled = sqs.send(command, { abortSignal: abort.signal })
  abort.abort()
  await expect(polled).rejects.toThrow()
  await send('work', 'one')
  expect(await receive('work', { WaitTimeSeconds: 5 })).toHaveLength(1)
})

test('a batch is sent, received and deleted', async () => {
  const Entries = ['a', 'b', 'c'].map((Id) => ({ Id, MessageBody: `body ${Id}` }))
  await sqs.send(new SendMessageBatchCommand({ QueueUrl: url('work'), Entries }))
  const messages = await receive('work', { WaitTimeSeconds: 5, MaxNumberOfMessages: 10 })
  expect(messages.map((message) => message.Body).sort()).toEqual(['body a', 'body b', 'body c'])
  const deleted = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }))
  const { Successful } = await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: url('work'), Entries: deleted }))
  expect(Successful).toHaveLength(3)
  const left = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: url('work'), AttributeNames: ['All'] }))
  expect(left.Attributes).toMatchObject({
    ApproximateNumberOfMessages: '0',
    ApproximateNumberOfMessagesNotVisible: '0',
  })
})

test('a change of visibility is no receive, and the last allowed receive leads to the dead-letter queue', async () => {
  await send('work', 'poison')
  const [first] = await receive('work', { WaitTimeSeconds: 5 })
  expect(first?.Attributes?.ApproximateReceiveCount).toBe('1')
  await hide('work', first?.ReceiptHandle, 30)
  await hide('work', first?.ReceiptHandle, 0)
  const [second] = await receive('work', { WaitTimeSeconds: 5 })
  expect(second?.Attributes?.ApproximateReceiveCount).toBe('2')
  expect(second?.MessageId).toBe(first?.MessageId)
  await hide('work', second?.ReceiptHandle, 0)
  const [dead] = await receive('dead', { WaitTimeSeconds: 5 })
  expect(dead).toMatchObject({ MessageId: first?.MessageId, Body: 'poison' })
  expect(await receive('work')).toEqual([])
})

test('the delay of the message wins over the delay of the queue', async () => {
  await send('late', 'later')
  await send('late', 'now', 0)
  expect(
    (await receive('late', { WaitTimeSeconds: 5, MaxNumberOfMessages: 10 })).map((message) => message.Body),
  ).toEqual(['now'])
  expect(await receive('late')).toEqual([])
})

test.each([
  { end: 'a stop', isKilled: false },
  { end: 'a kill', isKilled: true },
])(
  'messages outlive $end: waiting, in flight with their count, and delayed; deleted ones do not',
  async ({ isKilled }) => {
    const first = engine
    await send('work', 'in flight')
    await receive('work', { WaitTimeSeconds: 5 })
    await send('work', 'deleted')
    const [gone] = await receive('work', { WaitTimeSeconds: 5 })
    await sqs.send(new DeleteMessageCommand({ QueueUrl: url('work'), ReceiptHandle: gone?.ReceiptHandle }))
    await send('work', 'waiting')
    await send('work', 'delayed', 900)
    // Who is killed closes nothing.
    if (isKilled) sqs.destroy()
    else await stop()
    await start()
    const messages = await receive('work', { WaitTimeSeconds: 5, MaxNumberOfMessages: 10 })
    expect(messages.map(({ Body, Attributes }) => [Body, Attributes?.ApproximateReceiveCount])).toEqual([
      ['in flight', '2'],
      ['waiting', '1'],
    ])
    if (isKilled) await first.close()
  },
)

test('a redrive policy that names no queue is refused at the start', async () => {
  const lost = { QueueName: 'lost', RedrivePolicy: { deadLetterTargetArn: arn('nowhere'), maxReceiveCount: 3 } }
  await expect(startSqs({ queues: [lost] })).rejects.toThrow('nowhere')
})
