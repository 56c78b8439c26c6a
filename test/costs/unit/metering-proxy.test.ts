import {
  type AttributeValue,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDynamoDb } from '../../../infra/local/engines/dynamodb.ts'
import type { Host } from '../../../infra/local/engines/http-host.ts'
import { newTrace, traceHeaderName, traceHeaderOf } from '../../../infra/local/trace.ts'
import { type MeteringProxy, startMetering } from '../metering-proxy.ts'
import { readingOf } from '../reading.ts'

const TableName = 'metered'
const keys = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
]
const tables = [
  {
    TableName,
    AttributeDefinitions: ['PK', 'SK', 'GSI1PK', 'GSI1SK'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S' as const,
    })),
    KeySchema: keys('PK', 'SK'),
    GlobalSecondaryIndexes: [
      { IndexName: 'GSI1', KeySchema: keys('GSI1PK', 'GSI1SK'), Projection: { ProjectionType: 'ALL' as const } },
    ],
  },
]

let engine: Host
let metering: MeteringProxy
let client: DynamoDBClient
let trace: string

beforeAll(async () => {
  engine = await startDynamoDb({ tables })
  metering = startMetering()
  const { endpoint } = engine
  const { dynamodb } = await metering.between({
    dynamodb: endpoint,
    s3: endpoint,
    sqs: endpoint,
    kms: endpoint,
    secretsManager: endpoint,
    eventBridge: endpoint,
    stepFunctions: endpoint,
    email: endpoint,
    sms: endpoint,
  })
  client = new DynamoDBClient({
    endpoint: dynamodb,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  client.middlewareStack.add(
    (next) => async (args) => {
      const { request } = args
      if (typeof request === 'object' && request !== null && 'headers' in request)
        Object.assign(request.headers ?? {}, { [traceHeaderName]: traceHeaderOf(trace) })
      return await next(args)
    },
    { step: 'build' },
  )
})
afterAll(async () => {
  client.destroy()
  await metering.close()
  await engine.close()
})

/** What some calls consumed. Those that are refused are calls, too. */
async function metered(...calls: (() => Promise<unknown>)[]) {
  trace = newTrace()
  metering.watch(trace, { holdMs: 0 })
  for (const call of calls) await call().catch(() => {})
  return readingOf(await metering.end(trace))
}

const key = (name: string) => ({ PK: { S: name }, SK: { S: 'A' } })
const ofBytes = (bytes: number) => ({ content: { S: 'x'.repeat(bytes) } })
const listed = (sort: string) => ({ GSI1PK: { S: 'all' }, GSI1SK: { S: sort } })
const put = (Item: Record<string, AttributeValue>, ConditionExpression?: string) => () =>
  client.send(new PutItemCommand({ TableName, Item, ConditionExpression }))

test('a put consumes a unit for each kilobyte, and as much for an index that the item is in', async () => {
  expect((await metered(put({ ...key('small'), ...ofBytes(500) }))).units).toEqual({
    reads: 0,
    tableWrites: 1,
    indexWrites: 0,
  })
  expect((await metered(put({ ...key('listed'), ...listed('1'), ...ofBytes(1500) }))).units).toEqual({
    reads: 0,
    tableWrites: 2,
    indexWrites: 2,
  })
})

test('an item that moves in an index is removed and put there', async () => {
  await put({ ...key('moving'), ...listed('2'), ...ofBytes(1500) })()
  expect((await metered(put({ ...key('moving'), ...listed('3'), ...ofBytes(1500) }))).units.indexWrites).toBe(4)
})

test('reads consume a unit for four kilobytes, and half of that where they may be stale', async () => {
  await put({ ...key('read'), ...ofBytes(5000) })()
  const get = (ConsistentRead: boolean) => () =>
    client.send(new GetItemCommand({ TableName, Key: key('read'), ConsistentRead }))
  const query = () =>
    client.send(
      new QueryCommand({
        TableName,
        IndexName: 'GSI1',
        KeyConditionExpression: 'GSI1PK = :nothing',
        ExpressionAttributeValues: { ':nothing': { S: 'nothing' } },
      }),
    )
  expect((await metered(get(true))).units.reads).toBe(2)
  expect((await metered(get(false))).units.reads).toBe(1)
  expect((await metered(query)).units).toEqual({ reads: 0.5, tableWrites: 0, indexWrites: 0 })
})

test('a transaction consumes twice as much, its checks too', async () => {
  await put({ ...key('checked'), ...ofBytes(1500) })()
  const transaction = () =>
    client.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          { Put: { TableName, Item: { ...key('in a transaction'), ...ofBytes(2500) } } },
          { ConditionCheck: { TableName, Key: key('checked'), ConditionExpression: 'attribute_exists(PK)' } },
        ],
      }),
    )
  expect((await metered(transaction)).units).toEqual({ reads: 0, tableWrites: 2 * 3 + 2 * 2, indexWrites: 0 })
})

test('a write whose condition fails consumes units of the item that is there, and at least one', async () => {
  await put({ ...key('there'), ...ofBytes(3500) })()
  expect((await metered(put({ ...key('there') }, 'attribute_not_exists(PK)'))).units.tableWrites).toBe(4)
  const update = () =>
    client.send(
      new UpdateItemCommand({
        TableName,
        Key: key('absent'),
        UpdateExpression: 'SET content = :content',
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeValues: { ':content': { S: 'x' } },
      }),
    )
  expect((await metered(update)).units.tableWrites).toBe(1)
})

test('a transaction that is canceled is paid as if it were carried out', async () => {
  await put({ ...key('in the way'), ...ofBytes(3500) })()
  const transaction = () =>
    client.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          { Put: { TableName, Item: { ...key('never'), ...ofBytes(1500) } } },
          { ConditionCheck: { TableName, Key: key('in the way'), ConditionExpression: 'attribute_not_exists(PK)' } },
        ],
      }),
    )
  expect((await metered(transaction)).units.tableWrites).toBe(2 * 2 + 2 * 4)
})

test('calls are counted by service, and one after the other they are as deep as they are many', async () => {
  const { depth, calls, callsByService, dollars } = await metered(put({ ...key('first') }), put({ ...key('second') }))
  expect({ depth, calls, callsByService }).toEqual({ depth: 2, calls: 2, callsByService: { dynamodb: 2 } })
  expect(dollars).toEqual({ dynamoDb: 1.25, s3: 0, others: 0 })
})

test('calls of no watched trace are let through as they are', async () => {
  trace = newTrace()
  const { ConsumedCapacity } = await client.send(new GetItemCommand({ TableName, Key: key('first') }))
  expect(ConsumedCapacity).toBeUndefined()
  expect(await metering.end(trace)).toEqual([])
})
