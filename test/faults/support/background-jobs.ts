import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { failedIdentifiers } from '../../../infra/local/batch-failures.ts'
import { readHostedResources } from '../../../infra/local/engine-properties.ts'
import { compileEventPattern } from '../../../infra/local/engines/event-patterns.ts'
import { type EventSourceMapping, readEventSourceMapping } from '../../../infra/local/event-sources.ts'
import type { StreamRecord } from '../../../infra/local/stream-client.ts'
import type { DrivenCloud } from './driven-cloud.ts'

/** An event as the bus accepted it. */
export const busEventSchema = v.looseObject({
  id: v.string(),
  source: v.string(),
  'detail-type': v.string(),
  detail: v.looseObject({ id: v.string(), data: v.record(v.string(), v.unknown()) }),
})
export type BusEvent = v.InferOutput<typeof busEventSchema>
const logOf = <const Schema extends v.GenericSchema>(event: Schema) =>
  v.object({ next: v.number(), events: v.array(v.object({ sequence: v.number(), event })) })

/** An event that SES put on the account's default bus. */
export const sesEventSchema = v.looseObject({
  source: v.literal('aws.ses'),
  'detail-type': v.string(),
  detail: v.looseObject({ mail: v.looseObject({ tags: v.record(v.string(), v.array(v.string())) }) }),
})
type SesEvent = v.InferOutput<typeof sesEventSchema>

/** A message for a job: which function takes it from which queue, and what happened. */
export interface JobMessage {
  readonly mapping: EventSourceMapping
  readonly event: BusEvent | SesEvent
}

/** What the template says of everything that runs behind the API. */
export interface BackgroundJobs {
  /** The reader of the table's stream. */
  readonly relay: EventSourceMapping
  /** Readers of queues, by function. */
  readonly consumers: readonly EventSourceMapping[]
  /** How often a message of the mapping's queue is given before it becomes a dead letter. */
  receivesOf(mapping: EventSourceMapping): number
  /** The jobs that an event of the bus leads to. */
  messagesFor(event: BusEvent | SesEvent): JobMessage[]
  /** Events that our own bus has accepted since a number, and the number to go on from. */
  busSince(since: number): Promise<{ next: number; events: BusEvent[] }>
  /** What SES has told of mail with a tag, in its order. */
  toldBySes(tag: { name: string; value: string }): Promise<SesEvent[]>
  /** Gives a job its message, as its queue does. False: it was not taken, and comes again. */
  give(message: JobMessage, trace?: string): Promise<boolean>
  /** Gives a job a batch of messages with these bodies. Of each whether it was taken. */
  giveBatch(mapping: EventSourceMapping, bodies: readonly string[], trace?: string): Promise<boolean[]>
  /** Gives the relay records of the stream, as Lambda does. Those from the first that it failed, which come again. */
  relayed(records: readonly StreamRecord[], trace?: string): Promise<StreamRecord[]>
  /** Runs a scheduled function once. False: it failed. */
  run(functionName: string, trace?: string): Promise<boolean>
}

export function backgroundJobsOf({ cloud }: DrivenCloud): BackgroundJobs {
  const mappings = cloud.template.resources.flatMap(readEventSourceMapping)
  const [relay] = mappings.filter(({ sourceArn }) => sourceArn.includes(':table/'))
  if (!relay) throw new Error('nothing reads the stream')
  const consumers = mappings.filter(({ sourceArn }) => sourceArn.startsWith('arn:aws:sqs:'))
  const { rules, queues } = readHostedResources(cloud.template.resources)
  const fitsRelay = relay.filters.map(compileEventPattern)
  const compiled = rules.map(({ EventPattern, Targets = [] }) => ({ fits: compileEventPattern(EventPattern), Targets }))
  const told = { next: 0, events: new Map<number, SesEvent>() }
  const giveBatch: BackgroundJobs['giveBatch'] = async (mapping, bodies, trace) => {
    const records = bodies.map((body) => messageOf(body, mapping))
    const result = await cloud.functions.invoke(mapping.functionName, JSON.stringify({ Records: records }), trace)
    const given = records.map(({ messageId }) => messageId)
    const failed = failedIdentifiers(result, given, mapping.reportsItemFailures)
    return given.map((messageId) => !failed.includes(messageId))
  }

  return {
    relay,
    consumers,
    receivesOf: ({ sourceArn }) =>
      queues.find(({ QueueName }) => sourceArn.endsWith(`:${QueueName}`))?.RedrivePolicy?.maxReceiveCount ?? 1,
    messagesFor: (event) => {
      const targets = compiled.filter(({ fits }) => fits(event)).flatMap(({ Targets }) => Targets)
      return targets.flatMap(({ Arn }) => {
        const mapping = consumers.find(({ sourceArn }) => sourceArn === Arn)
        return mapping ? { mapping, event } : []
      })
    },
    async busSince(since) {
      const response = await fetch(
        `${cloud.endpoints.eventBridge}/_events?since=${since}&bus=${cloud.resources.EventBusName}`,
      )
      const { next, events } = v.parse(logOf(busEventSchema), await response.json())
      return { next, events: events.map(({ event }) => event) }
    },
    async toldBySes({ name, value }) {
      const response = await fetch(`${cloud.endpoints.eventBridge}/_events?since=${told.next}&bus=default`)
      const { next, events } = v.parse(logOf(sesEventSchema), await response.json())
      // Another reading may have come to the end of this one meanwhile.
      for (const { sequence, event } of events) told.events.set(sequence, event)
      told.next = Math.max(told.next, next)
      return [...told.events.values()].filter(({ detail }) => detail.mail.tags[name]?.includes(value))
    },
    give: async ({ mapping, event }, trace) =>
      (await giveBatch(mapping, [JSON.stringify(event)], trace)).every(Boolean),
    giveBatch,
    async relayed(records, trace) {
      const wanted = records.filter((record) => fitsRelay.some((fits) => fits(record)))
      if (wanted.length === 0) return []
      const payload = JSON.stringify({ Records: wanted })
      const result = await cloud.functions.invoke(relay.functionName, payload, trace)
      const failed = failedIdentifiers(
        result,
        wanted.map(({ sequenceNumber }) => sequenceNumber),
        relay.reportsItemFailures,
      )
      const first = wanted.findIndex(({ sequenceNumber }) => failed.includes(sequenceNumber))
      return first < 0 ? [] : wanted.slice(first)
    },
    async run(functionName, trace) {
      const { functionError } = await cloud.functions.invoke(functionName, '{}', trace)
      return functionError === undefined
    },
  }
}

function messageOf(body: string, { sourceArn }: EventSourceMapping) {
  return {
    messageId: randomUUID(),
    receiptHandle: randomUUID(),
    eventSource: 'aws:sqs',
    eventSourceARN: sourceArn,
    body,
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '0',
      SenderId: '',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    awsRegion: 'us-east-1',
  }
}
