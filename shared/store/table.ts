import { setTimeout as pause } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  BatchWriteCommand,
  type BatchWriteCommandOutput,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { recordCalls } from '../platform/aws-calls.ts'
import { inParallel } from '../platform/in-parallel.ts'
import { compareBytes } from './key-order.ts'

/** The primary key of an item; README.md beside this file lists every form. */
export interface Key {
  readonly PK: string
  readonly SK: string
}

/** The items of one partition whose sort keys start alike. */
export interface ItemRange {
  readonly partition: string
  readonly startingWith: string
  /** `startingWith` is the whole sort key, so there is at most one item. */
  readonly isOneItem?: true
  /** How they are read on: a test organization shows members of the live one as its own. */
  readonly seenAs?: (items: readonly Item[]) => Item[]
}

/**
 * What an item adds to its key to be found through an index. `GSI2` is sparse: it holds what is due. `GSI3` holds only keys, so it is
 * written once where an item's keys in it stay as they are.
 */
export interface IndexKeys {
  readonly GSI1PK?: string
  readonly GSI1SK?: string
  readonly GSI2PK?: string
  readonly GSI2SK?: string
  readonly GSI3PK?: string
  readonly GSI3SK?: string
}

export type Item = Record<string, unknown>

/** The one table, and the client that reaches it. */
export interface Table {
  readonly name: string
  readonly client: DynamoDBDocumentClient
}

/** A write of a transaction. */
export type TransactionItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

export function tableFrom(name: string): Table {
  const client = new DynamoDBClient(recordCalls)
  client.middlewareStack.add((next) => (given) => next(given).catch(thrownAsPassing), {
    step: 'deserialize',
    priority: 'high',
    name: 'passingConflicts',
  })
  return tableAt(client, name)
}

/** The table behind a client. Fields that are undefined are not stored. */
export function tableAt(client: DynamoDBClient, name: string): Table {
  return {
    name,
    client: DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
    }),
  }
}

/** Closes the connections of a table: `destroy` of the document client does nothing. */
export function closeTable({ client }: Table): void {
  client.config.requestHandler.destroy?.()
}

/**
 * A single write is refused while a transaction is at its item, as when a repeated request asks for its key at the moment
 * in which the first one commits. That is over in milliseconds, but the SDK would not try again by itself.
 */
function thrownAsPassing(error: unknown): never {
  if (error instanceof Error && error.name === 'TransactionConflictException') Object.assign(error, { $retryable: {} })
  throw error
}

/** One item as it is now, or null. */
export async function getItem(table: Table, key: Key): Promise<Item | null> {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }))
  return Item ?? null
}

/** The items of a partition whose sort key starts with a text (empty: all of them), in the order of their sort keys. */
export async function queryPartition(table: Table, partition: string, startingWith: string): Promise<Item[]> {
  return await queried(table, { ConsistentRead: true, ...partitionCondition(partition, startingWith) })
}

/** The last items of such a run, at most `limit`, in the order of their sort keys. */
export async function lastOfPartition(
  table: Table,
  partition: string,
  startingWith: string,
  limit: number,
): Promise<Item[]> {
  const condition = partitionCondition(partition, startingWith)
  return (await queried(table, { ConsistentRead: true, ...condition, ScanIndexForward: false }, limit)).reverse()
}

/** The last items of a stretch of a partition, both bounds included, the last first. */
export async function newestBetween(
  table: Table,
  partition: string,
  { from, to }: { readonly from: string; readonly to: string },
  limit: number,
): Promise<Item[]> {
  if (compareBytes(from, to) > 0) return []
  const condition = stretchCondition(partition, from, to)
  return await queried(table, { ConsistentRead: true, ...condition, ScanIndexForward: false }, limit)
}

function stretchCondition(partition: string, from: string, to: string) {
  return {
    KeyConditionExpression: 'PK = :partition AND SK BETWEEN :low AND :high',
    ExpressionAttributeValues: { ':partition': partition, ':low': from, ':high': to },
  }
}

/** The first items of such a stretch, in its order. */
export async function oldestBetween(
  table: Table,
  partition: string,
  { from, to }: { readonly from: string; readonly to: string },
  limit: number,
): Promise<Item[]> {
  if (compareBytes(from, to) > 0) return []
  return await queried(table, { ConsistentRead: true, ...stretchCondition(partition, from, to) }, limit)
}

/** What a query finds: at most `limit` items, fewer only where there are no more, however many pages they fill. */
async function queried(table: Table, query: Omit<QueryCommandInput, 'TableName'>, limit?: number): Promise<Item[]> {
  const items: Item[] = []
  let from: QueryCommandInput['ExclusiveStartKey']
  do {
    const Limit = limit === undefined ? undefined : limit - items.length
    const command = new QueryCommand({ TableName: table.name, ...query, Limit, ExclusiveStartKey: from })
    const page = await table.client.send(command)
    items.push(...(page.Items ?? []))
    from = page.LastEvaluatedKey
  } while (from && (limit === undefined || items.length < limit))
  return items
}

/** DynamoDB takes no empty text for a key, not even to start with. */
function partitionCondition(partition: string, startingWith: string) {
  if (startingWith === '')
    return {
      KeyConditionExpression: 'PK = :partition',
      ExpressionAttributeValues: { ':partition': partition },
    }
  return {
    KeyConditionExpression: 'PK = :partition AND begins_with(SK, :start)',
    ExpressionAttributeValues: { ':partition': partition, ':start': startingWith },
  }
}

export type IndexName = 'GSI1' | 'GSI2' | 'GSI3'

/** A range of an index partition, in the order of its sort keys. Bounds are inclusive. */
export interface IndexRange {
  readonly index: IndexName
  readonly partition: string
  readonly from?: string
  readonly to?: string
  readonly newestFirst?: boolean
  readonly limit: number
}

/** Up to `limit` items of an index range. */
export async function queryIndex(table: Table, range: IndexRange): Promise<Item[]> {
  return await queriedRange(table, range, range.limit)
}

async function queriedRange(table: Table, range: Omit<IndexRange, 'limit'>, limit?: number): Promise<Item[]> {
  const [low, high] = [range.from ?? ' ', range.to ?? '~']
  if (compareBytes(low, high) > 0) return []
  const query = {
    IndexName: range.index,
    KeyConditionExpression: `${range.index}PK = :partition AND ${range.index}SK BETWEEN :low AND :high`,
    ExpressionAttributeValues: { ':partition': range.partition, ':low': low, ':high': high },
    ScanIndexForward: !range.newestFirst,
  }
  return await queried(table, query, limit)
}

/** All of an index range, page by page: what is told in one answer is told whole. */
export async function wholeIndexRange(table: Table, range: Omit<IndexRange, 'limit'>): Promise<Item[]> {
  return await queriedRange(table, range)
}

/** DynamoDB takes no more keys in one batch. */
const maxBatchKeys = 100

/** The answers to more at once are read so slowly that the last ones run out of time. */
const readBatchesAtOnce = 20

/** Several items by key, those that exist, in no order. */
export async function getItems(table: Table, keys: readonly Key[]): Promise<Item[]> {
  const batches = Array.from({ length: Math.ceil(keys.length / maxBatchKeys) }, (_, index) =>
    keys.slice(index * maxBatchKeys, (index + 1) * maxBatchKeys),
  )
  const items: Item[][] = []
  while (batches.length > 0) {
    const next = batches.splice(0, readBatchesAtOnce)
    items.push(...(await Promise.all(next.map((batch) => getBatch(table, batch)))))
  }
  return items.flat()
}

async function getBatch(table: Table, keys: readonly Key[]): Promise<Item[]> {
  const items: Item[] = []
  let pending: BatchGetCommandOutput['UnprocessedKeys'] = {
    [table.name]: { Keys: [...keys], ConsistentRead: true },
  }
  for (let round = 0; pending && Object.keys(pending).length > 0; round++) {
    if (round === 3) throw new Error('DynamoDB left keys of a batch unprocessed three times')
    const answer: BatchGetCommandOutput = await table.client.send(new BatchGetCommand({ RequestItems: pending }))
    items.push(...(answer.Responses?.[table.name] ?? []))
    pending = answer.UnprocessedKeys
  }
  return items
}

/** DynamoDB takes no more items in one batch of writes. */
const maxBatchPuts = 25
const batchesAtOnce = 6
/** Waits before what a batch left undone is asked for again, each with as much again of jitter. */
const batchPausesMs = [50, 100, 200, 400, 800, 1_600]

/** Puts items, each by itself and in no order. Where this fails, any of them may be there. No key may come twice. */
export async function putItems(table: Table, items: readonly Item[], random: () => number = Math.random) {
  const batches = Array.from({ length: Math.ceil(items.length / maxBatchPuts) }, (_, index) =>
    items.slice(index * maxBatchPuts, (index + 1) * maxBatchPuts),
  )
  const requests = batches.map((batch) => batch.map((item) => ({ PutRequest: { Item: item } })))
  await inParallel(requests, batchesAtOnce, (batch) => writeBatch(table, batch, random))
}

/** Removes items, each by itself and in no order. Where this fails, any of them may be left. No key may come twice. */
export async function removeItems(table: Table, keys: readonly Key[], random: () => number = Math.random) {
  const batches = Array.from({ length: Math.ceil(keys.length / maxBatchPuts) }, (_, index) =>
    keys.slice(index * maxBatchPuts, (index + 1) * maxBatchPuts).map((key) => ({ DeleteRequest: { Key: key } })),
  )
  await inParallel(batches, batchesAtOnce, (batch) => writeBatch(table, batch, random))
}

/** Deletes the items at some keys, each by itself and in no order. Repeating it changes nothing. */
export async function deleteItems(table: Table, keys: readonly Key[], random: () => number = Math.random) {
  const distinct = [...new Map(keys.map(({ PK, SK }) => [`${PK}\n${SK}`, { PK, SK }])).values()]
  const batches = Array.from({ length: Math.ceil(distinct.length / maxBatchPuts) }, (_, index) =>
    distinct.slice(index * maxBatchPuts, (index + 1) * maxBatchPuts),
  )
  const deletions = (batch: readonly Key[]) => batch.map((Key) => ({ DeleteRequest: { Key } }))
  await inParallel(batches, batchesAtOnce, (batch) => writeBatch(table, deletions(batch), random))
}

/** Deletes what stands in a partition, `limit` items at most, and gives how many there were. */
export async function deletePartition(table: Table, partition: string, limit: number): Promise<number> {
  const items = await queried(
    table,
    { ConsistentRead: true, ...partitionCondition(partition, ''), ProjectionExpression: 'PK, SK' },
    limit,
  )
  await deleteItems(table, items.map(keyOf))
  return items.length
}

export function keyOf({ PK, SK }: Item): Key {
  return { PK: String(PK), SK: String(SK) }
}

type BatchWrites = NonNullable<BatchWriteCommandOutput['UnprocessedItems']>[string]

async function writeBatch(table: Table, requests: BatchWrites, random: () => number): Promise<void> {
  let pending: BatchWriteCommandOutput['UnprocessedItems'] = { [table.name]: requests }
  for (const pauseMs of [...batchPausesMs, null]) {
    const answer: BatchWriteCommandOutput = await table.client.send(new BatchWriteCommand({ RequestItems: pending }))
    pending = answer.UnprocessedItems
    if (!pending || Object.keys(pending).length === 0) return
    if (pauseMs !== null) await pause(pauseMs * (1 + random()))
  }
  throw new Error('DynamoDB left items of a batch unprocessed again and again')
}
