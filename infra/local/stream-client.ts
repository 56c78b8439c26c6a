import type { DynamoDBRecord } from 'aws-lambda'
import * as v from 'valibot'

/** The four calls that read a table's stream, over the plain protocol: the SDK has a client of its own for them, which nothing else needs. */
export type StreamClient = {
  /** The ARN of the table's latest stream, undefined when it has none, and the attribute by which the table is partitioned. */
  table(tableName: string): Promise<{ streamArn: string | undefined; partitionKey: string }>
  /** In the order in which they were made: a parent before its children. */
  shards(streamArn: string): Promise<Shard[]>
  /** An iterator from the stream's beginning, or from behind a sequence number. */
  iterator(streamArn: string, shardId: string, afterSequenceNumber: string | undefined): Promise<string>
  /** `next` is undefined when the shard is closed and read to its end. */
  records(iterator: string, limit: number): Promise<{ records: StreamRecord[]; next: string | undefined }>
}

export type Shard = { id: string; parentId: string | null | undefined }
export type StreamRecord = DynamoDBRecord & { sequenceNumber: string }

const keySchema = v.object({ AttributeName: v.string(), KeyType: v.string() })
const tableSchema = v.object({
  Table: v.object({ LatestStreamArn: v.optional(v.string()), KeySchema: v.array(keySchema) }),
})
const shardSchema = v.object({ ShardId: v.string(), ParentShardId: v.nullish(v.string()) })
const streamSchema = v.object({
  StreamDescription: v.object({ Shards: v.optional(v.array(shardSchema), []) }),
})
const iteratorSchema = v.object({ ShardIterator: v.string() })
const recordSchema = v.looseObject({ dynamodb: v.looseObject({ SequenceNumber: v.string() }) })
const recordsSchema = v.object({ Records: v.array(recordSchema), NextShardIterator: v.nullish(v.string()) })

export function createStreamClient(endpoint: string): StreamClient {
  const call = async <const Schema extends v.GenericSchema>(target: string, input: object, schema: Schema) =>
    v.parse(schema, await post(endpoint, target, input))
  return {
    async table(TableName) {
      const { Table } = await call('DynamoDB_20120810.DescribeTable', { TableName }, tableSchema)
      const partitionKey = Table.KeySchema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName
      if (partitionKey === undefined) throw new Error(`${TableName} has no partition key`)
      return { streamArn: Table.LatestStreamArn, partitionKey }
    },
    async shards(StreamArn) {
      const { StreamDescription } = await call('DynamoDBStreams_20120810.DescribeStream', { StreamArn }, streamSchema)
      return StreamDescription.Shards.map(({ ShardId, ParentShardId }) => ({ id: ShardId, parentId: ParentShardId }))
    },
    async iterator(StreamArn, ShardId, SequenceNumber) {
      const position = SequenceNumber === undefined ? 'TRIM_HORIZON' : 'AFTER_SEQUENCE_NUMBER'
      const input = { StreamArn, ShardId, ShardIteratorType: position, SequenceNumber }
      return (await call('DynamoDBStreams_20120810.GetShardIterator', input, iteratorSchema)).ShardIterator
    },
    async records(ShardIterator, Limit) {
      const input = { ShardIterator, Limit }
      const answer = await call('DynamoDBStreams_20120810.GetRecords', input, recordsSchema)
      const records = answer.Records.map((record) => ({ ...record, sequenceNumber: record.dynamodb.SequenceNumber }))
      return { records, next: answer.NextShardIterator ?? undefined }
    },
  }
}

/** Engines look at the shape of the signature, not at its worth. */
const headers = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-date': '20250101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20250101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
}

export class StreamCallError extends Error {
  override name = 'StreamCallError'
}

async function post(endpoint: string, target: string, input: object): Promise<unknown> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { ...headers, 'x-amz-target': target },
    body: JSON.stringify(input),
  })
  const text = await response.text()
  if (!response.ok) throw new StreamCallError(`${target} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}
