import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { type BusEvent, type DeliveryOptions, startDeliveries, type Target } from './event-deliveries.ts'
import { compileEventPattern, type EventTest } from './event-patterns.ts'
import { type Host, type HostResponse, startHttpHost } from './http-host.ts'
import { action, jsonProtocol, ServiceError } from './json-protocol.ts'

/** An `AWS::Events::Rule` with a pattern, references resolved. Rules on a schedule are not this host's. */
export type RuleProperties = {
  Name: string
  EventBusName?: string
  EventPattern: unknown
  State?: string
  Targets?: (Target & { InputTransformer?: unknown })[]
}

export type EventBridgeOptions = DeliveryOptions & {
  buses: readonly string[]
  rules: readonly RuleProperties[]
  region?: string
  accountId?: string
  /** Where undelivered events are kept from one start to the next, whatever ended the process. */
  dataDirectory?: string
  /** Told of every event that a bus accepted, before its deliveries begin. */
  onEvent?(event: BusEvent, bus: string): void
  port?: number
}

export type EventBridge = Host & {
  /** Puts an event of an AWS service on the default bus, as no PutEvents can. */
  publish(event: ServiceEvent): void
}

export type ServiceEvent = Omit<BusEvent, 'version' | 'id' | 'account' | 'region'>

type Rule = { name: string; bus: string; fits: EventTest; targets: readonly Target[] }

const eventsKeptPerBus = 10_000
const largestRequestBytes = 256 * 1024

const entrySchema = v.object({
  Time: v.optional(v.number()),
  Source: v.optional(v.string()),
  Resources: v.optional(v.array(v.string())),
  DetailType: v.optional(v.string()),
  Detail: v.optional(v.string()),
  EventBusName: v.optional(v.string()),
})
type Entry = v.InferOutput<typeof entrySchema>

/**
 * Hosts PutEvents (the default bus is always there). `GET /_events?since=N&bus=NAME` answers `{ next, events: [{ sequence, bus, event }] }` with the
 * events after number N, of the last 10,000 of each bus; `next` is the N of the following call.
 */
export async function startEventBridge(options: EventBridgeOptions): Promise<EventBridge> {
  const { region = 'us-east-1', accountId: account = '000000000000', dataDirectory } = options
  const rules = options.rules.filter((rule) => rule.State !== 'DISABLED').map(compileRule)
  const outboxEntry = eventOutboxEntry()
  const targetOf = (name: string, id: string) =>
    rules.find((rule) => rule.name === name)?.targets.find((target) => target.Id === id)
  const path = dataDirectory === undefined ? undefined : join(dataDirectory, 'undelivered-events.jsonl')
  const deliveries = startDeliveries(targetOf, options, path)
  const buses = new Set(['default', ...options.buses])

  function put(entry: Entry) {
    const bus = entry.EventBusName?.split('/').at(-1) ?? 'default'
    if (!buses.has(bus))
      return { ErrorCode: 'ResourceNotFoundException', ErrorMessage: `Event bus ${bus} does not exist.` }
    const event = eventOf(entry, { region, account })
    if ('ErrorCode' in event) return event
    accept(event, bus)
    return { EventId: event.id }
  }

  function accept(event: BusEvent, bus: string): void {
    outboxEntry.add(bus, event)
    options.onEvent?.(event, bus)
    for (const { name, targets } of rules.filter((rule) => rule.bus === bus && rule.fits(event))) {
      for (const target of targets) deliveries.accept(name, target.Id, event)
    }
  }

  const putEvents = action(v.object({ Entries: v.array(entrySchema) }), ({ Entries }) => {
    refuseOversize(Entries)
    const results = Entries.map(put)
    return { FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length, Entries: results }
  })
  const protocol = jsonProtocol('1.1', 'AWSEvents', { PutEvents: putEvents })
  const host = await startHttpHost(
    (request) => (request.url.pathname === '/_events' ? outboxEntry.list(request.url) : protocol(request)),
    options.port,
  )
  return {
    endpoint: host.endpoint,
    publish: (event) => accept({ ...event, version: '0', id: randomUUID(), account, region }, 'default'),
    async close() {
      await host.close()
      await deliveries.stop()
    },
  }
}

function compileRule({ Name, EventBusName, EventPattern, Targets = [] }: RuleProperties): Rule {
  if (Targets.some((target) => target.InputTransformer !== undefined)) {
    throw new Error(`The rule ${Name} has an InputTransformer, which the local EventBridge does not know`)
  }
  const bus = EventBusName?.split('/').at(-1) ?? 'default'
  return { name: Name, bus, fits: compileEventPattern(EventPattern), targets: Targets }
}

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html */
function refuseOversize(entries: readonly Entry[]): void {
  if (entries.length < 1 || entries.length > 10) {
    throw new ServiceError('ValidationException', 'Entries must have 1 to 10 members')
  }
  const texts = entries.flatMap(({ Source, DetailType, Detail, Resources = [] }) => [
    Source,
    DetailType,
    Detail,
    ...Resources,
  ])
  const times = entries.filter((entry) => entry.Time !== undefined).length
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 14 * times)
  if (bytes > largestRequestBytes) {
    throw new ServiceError('ValidationException', 'Total size of the entries in the request is over the limit.')
  }
}

type Refused = { ErrorCode: string; ErrorMessage: string }

function eventOf(entry: Entry, origin: { region: string; account: string }): BusEvent | Refused {
  const { Source, DetailType, Detail, Resources = [], Time } = entry
  const missing = (name: string): Refused => ({
    ErrorCode: 'InvalidArgument',
    ErrorMessage: `Parameter ${name} is not valid. Reason: ${name} is a required argument.`,
  })
  if (!Source) return missing('Source')
  if (!DetailType) return missing('DetailType')
  if (!Detail) return missing('Detail')
  const detail = objectIn(Detail)
  if (!detail) return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' }
  const time = new Date(Time === undefined ? Date.now() : Time * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': DetailType,
    source: Source,
    ...origin,
    time,
    resources: Resources,
    detail,
  }
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function eventOutboxEntry() {
  const kept = new Map<string, { sequence: number; bus: string; event: BusEvent }[]>()
  let sequence = 0
  return {
    add(bus: string, event: BusEvent): void {
      const ofBus = kept.get(bus) ?? []
      kept.set(bus, ofBus)
      ofBus.push({ sequence: ++sequence, bus, event })
      if (ofBus.length > eventsKeptPerBus) ofBus.shift()
    },
    list({ searchParams }: URL): HostResponse {
      const since = Number(searchParams.get('since') ?? 0)
      const bus = searchParams.get('bus')
      const chosen = [...kept].filter(([name]) => bus === null || name === bus)
      const events = chosen
        .flatMap(([, ofBus]) => ofBus.slice(1 + ofBus.findLastIndex((entry) => entry.sequence <= since)))
        .sort((a, b) => a.sequence - b.sequence)
      const body = JSON.stringify({ next: sequence, events })
      return { status: 200, headers: { 'content-type': 'application/json' }, body }
    },
  }
}
