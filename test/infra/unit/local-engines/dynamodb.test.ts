import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startDynamoDb } from '../../../../infra/local/engines/dynamodb.ts'
import type { TableProperties } from '../../../../infra/local/engines/dynamodb-tables.ts'

const table: TableProperties = {
  TableName: 'sealpost',
  AttributeDefinitions: ['PK', 'SK', 'GSI1PK', 'GSI1SK'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  KeySchema: [
    { AttributeName: 'PK', KeyType: 'HASH' },
    { AttributeName: 'SK', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'GSI1',
      KeySchema: [
        { AttributeName: 'GSI1PK', KeyType: 'HASH' },
        { AttributeName: 'GSI1SK', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
  TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
}

const s = (value: string) => ({ S: value })
let directory: string
let engine: Awaited<ReturnType<typeof startDynamoDb>>
let client: DynamoDBClient

async function start(): Promise<void> {
  engine = await startDynamoDb({ dataDirectory: directory, tables: [table] })
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
  client = new DynamoDBClient({ endpoint: engine.endpoint, region: 'us-east-1', credentials })
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dynamodb-'))
  await start()
})

afterAll(async () => {
  client.destroy()
  await engine.close()
  await rm(directory, { recursive: true })
})

test('the table has the keys, the index, the stream and the time to live of the template', async () => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: 'sealpost' }))
  expect(Table?.KeySchema).toEqual(table.KeySchema)
  expect(Table?.GlobalSecondaryIndexes?.[0]).toMatchObject({ IndexName: 'GSI1', IndexStatus: 'ACTIVE' })
  expect(Table?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_IMAGE' })
  expect(engine.streamArns.sealpost).toBe(Table?.LatestStreamArn)
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: 'sealpost' }))
  expect(TimeToLiveDescription).toEqual({ AttributeName: 'expiresAt', TimeToLiveStatus: 'ENABLED' })
})

test('a cancelled transaction writes nothing and gives the reason and the old item of each part', async () => {
  const old = { PK: s('taken'), SK: s('1'), owner: s('first') }
  await client.send(new PutItemCommand({ TableName: 'sealpost', Item: old }))
  const put = (pk: string) => ({
    Put: {
      TableName: 'sealpost',
      Item: { PK: s(pk), SK: s('1') },
      ConditionExpression: 'attribute_not_exists(PK)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    },
  })
  const transaction = new TransactWriteItemsCommand({ TransactItems: [put('free'), put('taken')] })
  const error = await client.send(transaction).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TransactionCanceledException)
  if (!(error instanceof TransactionCanceledException)) return
  expect(error.CancellationReasons?.map((reason) => reason.Code)).toEqual(['None', 'ConditionalCheckFailed'])
  expect(error.CancellationReasons?.[1]?.Item).toEqual(old)
  expect(await itemOf('free')).toBeUndefined()
})

test('a repeated transaction token has one effect', async () => {
  const count = new TransactWriteItemsCommand({
    ClientRequestToken: 'one-token',
    TransactItems: [
      {
        Update: {
          TableName: 'sealpost',
          Key: { PK: s('counter'), SK: s('1') },
          UpdateExpression: 'ADD hits :one',
          ExpressionAttributeValues: { ':one': { N: '1' } },
        },
      },
    ],
  })
  await client.send(count)
  await client.send(count)
  expect((await itemOf('counter'))?.hits).toEqual({ N: '1' })
})

test('a refused update gives the item it met', async () => {
  await client.send(
    new PutItemCommand({ TableName: 'sealpost', Item: { PK: s('client'), SK: s('1'), used: { N: '9' } } }),
  )
  const update = new UpdateItemCommand({
    TableName: 'sealpost',
    Key: { PK: s('client'), SK: s('1') },
    UpdateExpression: 'ADD used :one',
    ConditionExpression: 'used < :limit',
    ExpressionAttributeValues: { ':one': { N: '1' }, ':limit': { N: '9' } },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  })
  await expect(client.send(update)).rejects.toMatchObject({
    name: 'ConditionalCheckFailedException',
    Item: { used: { N: '9' } },
  })
})

test('capacity is told, and an index is queried in either order', async () => {
  const item = (sk: string) => ({ PK: s('indexed'), SK: s(sk), GSI1PK: s('parent'), GSI1SK: s(sk) })
  const put = new PutItemCommand({ TableName: 'sealpost', Item: item('a'), ReturnConsumedCapacity: 'TOTAL' })
  expect((await client.send(put)).ConsumedCapacity?.CapacityUnits).toBe(2)
  await client.send(new PutItemCommand({ TableName: 'sealpost', Item: item('b') }))
  const query = new QueryCommand({
    TableName: 'sealpost',
    IndexName: 'GSI1',
    KeyConditionExpression: 'GSI1PK = :parent',
    ExpressionAttributeValues: { ':parent': s('parent') },
    ScanIndexForward: false,
  })
  expect((await client.send(query)).Items?.map((found) => found.SK?.S)).toEqual(['b', 'a'])
})

test('what was written is there after a restart, and a table of another shape is refused', async () => {
  await client.send(new PutItemCommand({ TableName: 'sealpost', Item: { PK: s('kept'), SK: s('1') } }))
  const streamArns = engine.streamArns
  await engine.close()
  const otherShape = { ...table, GlobalSecondaryIndexes: [] }
  const withKeysAlone = table.GlobalSecondaryIndexes?.map((index) => ({
    ...index,
    Projection: { ProjectionType: 'KEYS_ONLY' as const },
  }))
  for (const other of [otherShape, { ...table, GlobalSecondaryIndexes: withKeysAlone }])
    await expect(startDynamoDb({ dataDirectory: directory, tables: [other] })).rejects.toThrow('--fresh')
  await start()
  expect(await itemOf('kept')).toEqual({ PK: s('kept'), SK: s('1') })
  expect(engine.streamArns).toEqual(streamArns)
})

test('DYNAMODB_ENDPOINT names another engine, which is left running', async () => {
  process.env.DYNAMODB_ENDPOINT = engine.endpoint
  const other = await startDynamoDb({ tables: [{ ...table, TableName: 'second' }] })
  delete process.env.DYNAMODB_ENDPOINT
  expect(other.endpoint).toBe(engine.endpoint)
  await other.close()
  await expect(client.send(new DescribeTableCommand({ TableName: 'second' }))).resolves.toBeDefined()
})

test('the engine ends with the process that started it, even a killed one', async () => {
  const engineUrl = new URL('../../../../infra/local/engines/dynamodb.ts', import.meta.url).href
  const program = `import { startDynamoDb } from '${engineUrl}'; console.log((await startDynamoDb({ tables: [] })).endpoint)`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(parent.stdout, 'data')
  const endpoint = String(line).trim()
  expect((await fetch(endpoint, { method: 'POST' })).status).toBe(400)
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(fetch(endpoint, { method: 'POST' })).rejects.toThrow())
})

async function itemOf(pk: string) {
  const get = new GetItemCommand({ TableName: 'sealpost', Key: { PK: s(pk), SK: s('1') }, ConsistentRead: true })
  return (await client.send(get)).Item
}

test('a long stream slows neither writes nor reads: the engine finds its place in it by an index', () => {
  const database = new DatabaseSync(join(directory, 'dynamodb.sqlite'), { readOnly: true })
  const planOf = (query: string) => JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${query}`).all())
  const number = 'CAST(sequence_number AS INTEGER)'
  expect(planOf(`SELECT MAX(${number}) FROM _stream_records WHERE table_name = ?`)).toContain('USING')
  const next = `SELECT * FROM _stream_records WHERE table_name = ? AND shard_id = ? AND ${number} > ? ORDER BY ${number}`
  expect(planOf(next)).toMatch(/USING INDEX _stream_records_next \(table_name=\? AND shard_id=\? AND <expr>>\?\)/)
  expect(planOf(next)).not.toContain('TEMP B-TREE')
  database.close()
})
