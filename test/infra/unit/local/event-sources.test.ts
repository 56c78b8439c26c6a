import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { startDynamoDb } from '../../../../infra/local/engines/dynamodb.ts'
import { startSqs } from '../../../../infra/local/engines/sqs.ts'
import {
  type EventSourceMapping,
  readEventSourceMapping,
  startEventSources,
} from '../../../../infra/local/event-sources.ts'
import type { InvocationResult } from '../../../../infra/local/function-host.ts'
import { connectQueues, type Queues } from '../../../../infra/local/queues.ts'

const accountId = '123456789012'
const queueArn = (name: string) => `arn:aws:sqs:us-east-1:${accountId}:${name}`
const queueNames = ['plain', 'reporting', 'filtered', 'concurrent', 'redriven', 'dead', 'failures'] as const
const tableNames = ['ordered', 'lanes', 'restarted', 'reporting', 'poisoned', 'filtered', 'given-up'] as const

let directory: string
let engines: { dynamodb: Awaited<ReturnType<typeof startDynamoDb>>; sqs: Awaited<ReturnType<typeof startSqs>> }
let queues: Queues
let dynamodb: DynamoDBClient

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'event-sources-'))
  const definitions = queueNames.map((QueueName) => ({
    QueueName,
    // Long where a batch is held back: on a busy machine its messages would come again meanwhile.
    VisibilityTimeout: QueueName === 'concurrent' ? 600 : 1,
    ...(QueueName === 'redriven' && { RedrivePolicy: { deadLetterTargetArn: queueArn('dead'), maxReceiveCount: 1 } }),
  }))
  const tables = tableNames.map((TableName) => ({
    TableName,
    AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' as const }],
    KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' as const }],
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' as const },
  }))
  engines = { sqs: await startSqs({ queues: definitions, accountId }), dynamodb: await startDynamoDb({ tables }) }
  const settings = { region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } }
  queues = connectQueues(engines.sqs)
  dynamodb = new DynamoDBClient({ ...settings, endpoint: engines.dynamodb.endpoint })
})
afterAll(async () => {
  queues.close()
  dynamodb.destroy()
  await Promise.all([engines.sqs.close(), engines.dynamodb.close()])
  await rm(directory, { recursive: true })
})

const mapping = (EventSourceArn: string, more: object = {}): EventSourceMapping[] =>
  readEventSourceMapping({
    logicalId: `Mapping${EventSourceArn}`,
    type: 'AWS::Lambda::EventSourceMapping',
    name: '',
    arn: '',
    reference: '',
    metadata: {},
    properties: { EventSourceArn, FunctionName: 'consumer', ...more },
  })

const streamArn = (table: string) => `arn:aws:dynamodb:us-east-1:${accountId}:table/${table}/stream/latest`

type Consume = (items: string[], batch: number) => object | undefined | Promise<object | undefined>

const eventSchema = v.object({
  Records: v.array(
    v.looseObject({
      messageId: v.optional(v.string()),
      body: v.optional(v.string()),
      dynamodb: v.optional(
        v.looseObject({ SequenceNumber: v.string(), Keys: v.object({ PK: v.object({ S: v.string() }) }) }),
      ),
    }),
  ),
})

/** Runs a consumer until it is stopped; it is told the items of each batch, and what it throws fails the batch. */
async function consume(mappings: EventSourceMapping[], consumer: Consume, positions = randomUUID()) {
  const batches: string[][] = []
  const invoke = async (_: string, payload: string): Promise<InvocationResult> => {
    const { Records } = v.parse(eventSchema, JSON.parse(payload))
    const items = Records.map((record) => record.body ?? record.dynamodb?.Keys.PK.S ?? '')
    batches.push(items)
    try {
      const answer = (await consumer(items, batches.length)) ?? {}
      const identify = (item: unknown) => {
        const record = Records[items.indexOf(String(item))]
        return { itemIdentifier: record?.messageId ?? record?.dynamodb?.SequenceNumber }
      }
      const failures = 'failed' in answer && Array.isArray(answer.failed) ? answer.failed.map(identify) : []
      return { payload: JSON.stringify({ batchItemFailures: failures }) }
    } catch {
      return { payload: '{}', functionError: 'Unhandled' }
    }
  }
  const dynamoDbEndpoint = engines.dynamodb.endpoint
  const positionsPath = join(directory, positions)
  const options = { mappings, functions: { invoke }, queues, dynamoDbEndpoint, positionsPath }
  const source = await startEventSources(options)
  return { batches, items: () => batches.flat(), stop: source.stop }
}

const send = (queue: string, ...bodies: string[]) =>
  Promise.all(bodies.map((body) => queues.send(queueArn(queue), body)))

async function put(TableName: string, ...names: string[]) {
  for (const name of names) {
    const Item = { PK: { S: name }, kind: { S: name.startsWith('x') ? 'outbox' : 'other' } }
    await dynamodb.send(new PutItemCommand({ TableName, Item }))
  }
}

async function takeFrom(queue: string): Promise<string | undefined> {
  const command = new ReceiveMessageCommand({ QueueUrl: queues.url(queueArn(queue)), WaitTimeSeconds: 5 })
  return (await queues.client.send(command)).Messages?.[0]?.Body
}

const reports = { FunctionResponseTypes: ['ReportBatchItemFailures'] }

describe('a queue', { concurrent: true }, () => {
  it('gives each message once to a function that takes it', async ({ expect }) => {
    const consumer = await consume(mapping(queueArn('plain')), () => undefined)
    await send('plain', 'a', 'b', 'c')
    await expect.poll(() => consumer.items().toSorted()).toEqual(['a', 'b', 'c'])
    await consumer.stop()
    expect(
      await queues.client.send(new ReceiveMessageCommand({ QueueUrl: queues.url(queueArn('plain')) })),
    ).not.toHaveProperty('Messages')
  })

  it('gives again only what the function reports as failed', async ({ expect }) => {
    await send('reporting', 'good', 'bad')
    const consumer = await consume(mapping(queueArn('reporting'), reports), (items, batch) =>
      items.includes('bad') && batch <= 2 ? { failed: ['bad'] } : undefined,
    )
    await expect.poll(() => consumer.items().filter((item) => item === 'bad').length).toBeGreaterThanOrEqual(2)
    await consumer.stop()
    expect(consumer.items().filter((item) => item === 'good')).toHaveLength(1)
  })

  it('gives a message that always fails to its dead-letter queue', async ({ expect }) => {
    const consumer = await consume(mapping(queueArn('redriven')), () => Promise.reject(new Error('no')))
    await send('redriven', 'poison')
    expect(await takeFrom('dead')).toBe('poison')
    await consumer.stop()
    expect(consumer.items()).toEqual(['poison'])
  })

  it('drops what no filter wants', async ({ expect }) => {
    const Filters = [{ Pattern: JSON.stringify({ body: { kind: ['wanted'] } }) }]
    const consumer = await consume(mapping(queueArn('filtered'), { FilterCriteria: { Filters } }), () => undefined)
    await send('filtered', '{"kind":"other"}', '{"kind":"wanted"}')
    await expect.poll(() => consumer.items()).toEqual(['{"kind":"wanted"}'])
    await consumer.stop()
  })

  it('has as many batches under way as its concurrency allows', async ({ expect }) => {
    let running = 0
    let most = 0
    const { promise: gate, resolve: open } = Promise.withResolvers<undefined>()
    const more = { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } }
    const consumer = await consume(mapping(queueArn('concurrent'), more), async () => {
      most = Math.max(most, ++running)
      await gate
      running--
      return undefined
    })
    await send('concurrent', '1', '2', '3', '4')
    await expect.poll(() => running).toBe(2)
    open(undefined)
    await expect.poll(() => consumer.items().toSorted()).toEqual(['1', '2', '3', '4'])
    await consumer.stop()
    expect(most).toBe(2)
  })
})

describe('a stream', { concurrent: true }, () => {
  it('gives every record once, in order', async ({ expect }) => {
    await put('ordered', 'x1', 'x2')
    const consumer = await consume(mapping(streamArn('ordered')), () => undefined)
    await put('ordered', 'x3', 'x4')
    await expect.poll(() => consumer.items()).toEqual(['x1', 'x2', 'x3', 'x4'])
    await consumer.stop()
  })

  it('goes on after a restart where it was, with nothing lost and nothing done again', async ({ expect }) => {
    const positions = randomUUID()
    await put('restarted', 'x1')
    const first = await consume(mapping(streamArn('restarted')), () => undefined, positions)
    await expect.poll(() => first.items()).toEqual(['x1'])
    await first.stop()
    await put('restarted', 'x2')
    const second = await consume(mapping(streamArn('restarted')), () => undefined, positions)
    await expect.poll(() => second.items()).toEqual(['x2'])
    await second.stop()
  })

  it('goes on with other partitions while one takes long, and after a restart from what was left', async ({
    expect,
  }) => {
    const positions = randomUUID()
    const names = Array.from({ length: 12 }, (_, index) => `x${index}`)
    const slow = Promise.withResolvers<void>()
    const lanes = mapping(streamArn('lanes'), { ParallelizationFactor: 4, BatchSize: 20 })
    await put('lanes', ...names)
    const first = await consume(
      lanes,
      async (items) => {
        if (items.includes('x0')) await slow.promise
        if (items.includes('x0')) throw new Error('no')
        return undefined
      },
      positions,
    )
    await expect.poll(() => first.items().length).toBe(names.length)
    await put('lanes', ...names.map((name) => `${name} later`))
    await expect.poll(() => first.items().length).toBeGreaterThan(names.length)
    const stopped = first.stop()
    slow.resolve()
    await stopped
    const second = await consume(lanes, () => undefined, positions)
    await expect.poll(() => second.items()).toContain('x0')
    await expect.poll(() => new Set([...first.items(), ...second.items()]).size).toBe(2 * names.length)
    await second.stop()
  })

  it('gives again from the first record that the function reports as failed', async ({ expect }) => {
    await put('reporting', 'x1', 'x2', 'x3')
    const consumer = await consume(mapping(streamArn('reporting'), reports), (_, batch) =>
      batch === 1 ? { failed: ['x2'] } : undefined,
    )
    await expect
      .poll(() => consumer.batches)
      .toEqual([
        ['x1', 'x2', 'x3'],
        ['x2', 'x3'],
      ])
    await consumer.stop()
  })

  it('splits a failed batch, so that one bad record keeps none of the others', async ({ expect }) => {
    const more = {
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 0,
      DestinationConfig: { OnFailure: { Destination: queueArn('failures') } },
    }
    await put('poisoned', 'x1', 'x2', 'bad', 'x4')
    const taken: string[] = []
    const consumer = await consume(mapping(streamArn('poisoned'), more), (items) => {
      if (items.includes('bad')) throw new Error('no')
      taken.push(...items)
      return undefined
    })
    await expect.poll(() => taken).toEqual(['x1', 'x2', 'x4'])
    expect(JSON.parse((await takeFrom('failures')) ?? '')).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 1 },
      DDBStreamBatchInfo: { batchSize: 1, startSequenceNumber: '3', endSequenceNumber: '3' },
    })
    await consumer.stop()
  })

  it('gives up a batch after its retries and goes on', async ({ expect }) => {
    await put('given-up', 'bad')
    const consumer = await consume(mapping(streamArn('given-up'), { MaximumRetryAttempts: 1 }), (items) => {
      if (items.includes('bad')) throw new Error('no')
      return undefined
    })
    await expect.poll(() => consumer.batches).toEqual([['bad'], ['bad']])
    await put('given-up', 'x2')
    await expect.poll(() => consumer.batches.at(-1)).toEqual(['x2'])
    await consumer.stop()
  })

  it('gives only what a filter wants', async ({ expect }) => {
    const Pattern = JSON.stringify({ eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['outbox'] } } } })
    await put('filtered', 'x1', 'y2', 'x3')
    const more = { FilterCriteria: { Filters: [{ Pattern }] } }
    const consumer = await consume(mapping(streamArn('filtered'), more), () => undefined)
    await expect.poll(() => consumer.items()).toEqual(['x1', 'x3'])
    await consumer.stop()
  })
})
