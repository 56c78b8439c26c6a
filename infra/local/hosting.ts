import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { awsEnvironment, type Endpoints } from './endpoints.ts'
import { readHostedResources } from './engine-properties.ts'
import { type EnginesOptions, startEngines, startStores } from './engines-of-template.ts'
import { readEventSourceMapping, startEventSources } from './event-sources.ts'
import { type FunctionHost, startFunctionHost } from './function-host.ts'
import { readFunctions } from './function-specifications.ts'
import type { Gateway } from './gateway.ts'
import { readApis } from './gateway-apis.ts'
import { demandKnownTypes } from './known-types.ts'
import { connectQueues } from './queues.ts'
import { readSchedule, type Schedules, startSchedules } from './schedules.ts'
import { fakeAr24, fakeCsc, fakeYousign } from './synthesized-template.ts'
import { createDeliver } from './targets.ts'
import { type ResolvedTemplate, resolveTemplate, type Template } from './template.ts'
import type { VirtualClock } from './virtual-clock.ts'

export type HostingOptions = {
  template: Template
  /** Open already, since the functions' environment names its port. */
  gateway: Gateway
  dataDirectory: string
  /** How many times faster than on AWS schedules and the waits of state machines are. */
  speed: number
  /** Of a cloud that a test drives by hand: neither streams, nor queues, nor schedules call functions by themselves. */
  isDriven?: boolean
  /** How state machines wait; by the timers of this process where nothing is said. */
  sleep?: EnginesOptions['sleep']
  /** One that tests move on, instead of the machine's. */
  clock?: VirtualClock
  /** How many times shorter the pauses of functions are, such as those of the SDK before it tries again. */
  pauseDivisor?: number
  maximumThreadsPerFunction?: number
  /** Where threads find what V8 made of the functions' code before; without it each compiles anew. */
  compileCacheDirectory?: string
  /** Where a fake of Yousign's API is; without it no vendor answers. */
  yousignUrl?: string
  /** The same for AR24. */
  ar24Url?: string
  /** The provider of remote signatures that live organizations can use; none without it. */
  cscUrl?: string
  /** Puts something between the functions and the engines, such as a proxy that records calls or makes them fail. */
  between?: (endpoints: Endpoints) => Promise<Endpoints>
}

export type Hosting = {
  endpoints: Endpoints
  /** Addresses of the APIs, without a slash at the end, and of the inbox. */
  baseUrl: string
  authUrl: string
  inboxUrl: string
  /** What `Ref` gives for each resource, by logical id, and the value of each output, by its name. */
  resources: Readonly<Record<string, string>>
  /** What is hosted. */
  template: ResolvedTemplate
  functions: FunctionHost
  schedules: Schedules
  close(): Promise<void>
}

/** How long the functions have to end what they do when all is stopped. */
const graceMs = 3000

/** Hosts a whole template. It stops in the reverse order of its start, also when the start fails half-way. */
export async function startHosting(options: HostingOptions): Promise<Hosting> {
  const closing = new AsyncDisposableStack()
  try {
    return { ...(await start(options, closing)), close: () => closing.disposeAsync() }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

async function start(options: HostingOptions, closing: AsyncDisposableStack): Promise<Omit<Hosting, 'close'>> {
  const { template, gateway, speed, dataDirectory } = options
  const baseUrl = `http://localhost:${gateway.port}`
  const resolveAt = (queues: string) => resolveTemplate(template, { addresses: { gateway: baseUrl, queues } })
  // Queues are named by their URL, which is known once their engine runs; nothing that the stores host refers to one.
  const { resources } = resolveAt('')
  demandKnownTypes(resources)
  const stores = await startStores(readHostedResources(resources), dataDirectory, closing)
  const resolved = resolveAt(stores.sqs.endpoint)
  const queues = closing.adopt(connectQueues(stores.sqs), (connected) => connected.close())
  const hosted = readHostedResources(resolved.resources)
  const inboxPort = gateway.port + 1
  const { isDriven = false, sleep } = options
  const engines = await startEngines({ hosted, stores, dataDirectory, speed, inboxPort, sleep, queues }, closing)
  const { endpoints } = engines
  const functions = await startFunctions(options, resolved, endpoints)
  const { stepFunctions: stepFunctionsEndpoint } = endpoints
  const deliver = createDeliver({ functions, queues, stepFunctionsEndpoint })
  const stops = [() => gateway.close(graceMs + 1000)]
  closing.defer(async () => {
    const quiet = Promise.all(stops.map((stop) => stop()))
    await Promise.race([quiet, delay(graceMs, undefined, { ref: false })])
    await functions.close()
    await quiet
  })
  const schedules = startSchedules({
    schedules: resolved.resources.flatMap(readSchedule),
    speed,
    deliver,
    onlyWhenAsked: isDriven,
  })
  stops.push(() => schedules.stop())
  const sources = await startEventSources({
    mappings: isDriven ? [] : resolved.resources.flatMap(readEventSourceMapping),
    functions,
    queues,
    dynamoDbEndpoint: endpoints.dynamodb,
    positionsPath: join(dataDirectory, 'stream-positions.json'),
  })
  stops.push(() => sources.stop())
  engines.connect(functions, deliver)
  gateway.serve(readApis(resolved), functions)
  const addresses = { baseUrl, authUrl: `${baseUrl}/auth`, inboxUrl: endpoints.email }
  return { ...addresses, endpoints, resources: namesOf(resolved), template: resolved, functions, schedules }
}

async function startFunctions(
  {
    yousignUrl = fakeYousign,
    ar24Url = fakeAr24,
    cscUrl = '',
    dataDirectory,
    between,
    clock,
    pauseDivisor,
    maximumThreadsPerFunction,
    compileCacheDirectory,
  }: HostingOptions,
  resolved: ResolvedTemplate,
  endpoints: Endpoints,
): Promise<FunctionHost> {
  const reached = (await between?.(endpoints)) ?? endpoints
  const functions = readFunctions(resolved.resources).map((specification) => {
    const variables = Object.entries(specification.environment).map(([name, text]) => [
      name,
      // The SDK goes to a queue by its URL, which must lead the same way as the endpoint does.
      text
        .replaceAll(endpoints.sqs, reached.sqs)
        .replaceAll(fakeYousign, yousignUrl)
        .replaceAll(fakeAr24, ar24Url)
        .replaceAll(fakeCsc, cscUrl),
    ])
    return { ...specification, environment: Object.fromEntries(variables) }
  })
  return startFunctionHost({
    functions,
    logDirectory: join(dataDirectory, 'logs'),
    environment: awsEnvironment(reached),
    ...(clock && { clockOffset: clock.offset }),
    ...(pauseDivisor && { pauseDivisor }),
    ...(maximumThreadsPerFunction && { maximumThreadsPerFunction }),
    ...(compileCacheDirectory !== undefined && { compileCacheDirectory }),
  })
}

/** By logical id what `Ref` gives, and by output name the output. */
function namesOf({ resources, outputs }: ResolvedTemplate): Record<string, string> {
  return Object.fromEntries([
    ...resources.map(({ logicalId, reference }) => [logicalId, reference]),
    ...Object.entries(outputs).map(([name, value]) => [name, String(value)]),
  ])
}
