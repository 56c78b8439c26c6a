import { type FunctionHost, functionName } from './function-host.ts'
import { type EventSource, startQueueSource } from './queue-source.ts'
import type { Queues } from './queues.ts'
import { createStreamClient } from './stream-client.ts'
import { openStreamPositions } from './stream-positions.ts'
import { startStreamSource } from './stream-source.ts'
import { asArray, asNumber, asObject, asString, type Json, type Resource } from './template.ts'

/** An `AWS::Lambda::EventSourceMapping`, with Lambda's own defaults where it says nothing. */
export type EventSourceMapping = {
  name: string
  functionName: string
  /** Of a queue, or of a table's stream. */
  sourceArn: string
  batchSize: number
  maximumConcurrency: number
  /** Of a shard of a stream, no two of them with the same partition key. */
  batchesAtOnce: number
  reportsItemFailures: boolean
  /** Parsed patterns; a record that fits one of them is taken. None: all are. */
  filters: unknown[]
  bisectsOnError: boolean
  /** Of a stream: -1 is for ever. */
  maximumRetryAttempts: number
  failureDestinationArn: string | undefined
}

export type EventSourceOptions = {
  mappings: readonly EventSourceMapping[]
  functions: Pick<FunctionHost, 'invoke'>
  queues: Queues
  dynamoDbEndpoint: string
  positionsPath: string
}

/** More batches at once than this would only wait for the function's threads. */
const largestConcurrency = 4

export function readEventSourceMapping({ logicalId, type, properties }: Resource): EventSourceMapping[] {
  const sourceArn = asString(properties.EventSourceArn)
  if (type !== 'AWS::Lambda::EventSourceMapping') return []
  if (properties.Enabled === false || properties.Enabled === 'false' || sourceArn === '') return []
  const isQueue = sourceArn.startsWith('arn:aws:sqs:')
  const concurrency = asNumber(asObject(properties.ScalingConfig).MaximumConcurrency) ?? largestConcurrency
  const destination = asObject(asObject(properties.DestinationConfig).OnFailure).Destination
  return [
    {
      name: logicalId,
      functionName: functionName(asString(properties.FunctionName)),
      sourceArn,
      batchSize: asNumber(properties.BatchSize) ?? (isQueue ? 10 : 100),
      maximumConcurrency: Math.min(concurrency, largestConcurrency),
      batchesAtOnce: Math.min(asNumber(properties.ParallelizationFactor) ?? 1, largestConcurrency),
      reportsItemFailures: asArray(properties.FunctionResponseTypes).includes('ReportBatchItemFailures'),
      filters: asArray(asObject(properties.FilterCriteria).Filters).map(readFilter),
      bisectsOnError: properties.BisectBatchOnFunctionError === true,
      maximumRetryAttempts: asNumber(properties.MaximumRetryAttempts) ?? -1,
      failureDestinationArn: destination === undefined ? undefined : asString(destination),
    },
  ]
}

function readFilter(filter: Json): unknown {
  const { Pattern } = asObject(filter)
  return typeof Pattern === 'string' ? JSON.parse(Pattern) : Pattern
}

/** Starts a reader for every mapping. Stopping waits for the batches under way. */
export async function startEventSources(options: EventSourceOptions): Promise<EventSource> {
  const { functions, queues } = options
  const positions = await openStreamPositions(options.positionsPath)
  const client = createStreamClient(options.dynamoDbEndpoint)
  const sources = options.mappings.map((mapping) => {
    const { sourceArn, failureDestinationArn } = mapping
    if (sourceArn.startsWith('arn:aws:sqs:'))
      return startQueueSource({ mapping, queueUrl: queues.url(sourceArn), sqs: queues.client, functions })
    const tableName = /:table\/([^/]+)\/stream\//.exec(sourceArn)?.[1]
    if (tableName === undefined)
      throw new Error(`${mapping.name} reads ${sourceArn}, which is neither a queue nor a stream`)
    const sendToFailureDestination = async (description: object) => {
      if (failureDestinationArn !== undefined) await queues.send(failureDestinationArn, JSON.stringify(description))
    }
    return startStreamSource({ mapping, tableName, client, positions, functions, sendToFailureDestination })
  })
  return {
    async stop() {
      await Promise.all(sources.map((source) => source.stop()))
    },
  }
}
