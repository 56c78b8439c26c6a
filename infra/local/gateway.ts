import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type FunctionHost, RequestTooLargeError } from './function-host.ts'
import { compressed, functionAnswer, gatewayAnswer, type HttpAnswer, type Refusal } from './gateway-answer.ts'
import { createProxyEvent, readQuery } from './gateway-event.ts'
import { findRoute, type Route, type RouteMatch, readBinaryMediaTypes, readRoutes } from './gateway-routes.ts'
import { readStreamedAnswer, sendBody } from './gateway-stream.ts'
import type { JsonObject } from './template.ts'
import { newTrace, rootOf, traceHeaderName } from './trace.ts'

/** A REST API: its OpenAPI definition with API Gateway's extensions, resolved, and where it is served (`''` or `/auth`). */
export type Api = {
  id: string
  stage: string
  mount: string
  definition: JsonObject
  /** The size of the smallest answer that is compressed; null: none is. */
  compressedFromBytes: number | null
}

export type Gateway = {
  readonly port: number
  /** Until this is called every request is answered 503. */
  serve(apis: readonly Api[], functions: Functions): void
  /** Takes no further requests. Those under way may end for so long; then their connections are closed. */
  close(graceMs?: number): Promise<void>
}

type ServedApi = Api & { routes: Route[]; binaryMediaTypes: string[] }
type Functions = Pick<FunctionHost, 'invoke' | 'invokeWithResponseStream'>

/** A request on its way: what is asked of which API, and where the answer goes. */
type Exchange = {
  api: ServedApi
  requestId: string
  /** The client's own, or a new one. */
  trace: string
  path: string
  query: URLSearchParams
  incoming: IncomingMessage
  response: ServerResponse
}

/** The most that API Gateway takes in a request. */
const requestLimitBytes = 10 * 1024 * 1024

/**
 * Takes the port (0: any free one), and serves REST APIs there with API Gateway's limits and refusals, so that what passes here passes there.
 * The port is taken first because the functions' environment names it.
 */
export async function openGateway(port: number): Promise<Gateway> {
  let handle = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(503, { 'Retry-After': '1' }).end('The local cloud is starting.\n')
  }
  // Longer than clients keep an idle connection: it is never closed just as a request is written to it.
  const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, response) => handle(incoming, response))
  await listen(server, port)
  const close = async (graceMs = 0) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    const ending = setTimeout(() => server.closeAllConnections(), graceMs)
    await closed
    clearTimeout(ending)
  }
  return {
    port: portOf(server),
    close,
    serve(apis, functions) {
      const served = apis.map(serveApi).toSorted((left, right) => right.mount.length - left.mount.length)
      handle = (incoming, response) => route(incoming, response, served, functions)
    },
  }
}

function route(
  incoming: IncomingMessage,
  response: ServerResponse,
  apis: readonly ServedApi[],
  functions: Functions,
): void {
  // A path may begin with two slashes, which a URL alone takes for a host.
  const url = URL.parse(`http://localhost${incoming.url ?? '/'}`)
  const api = url && apis.find(({ mount }) => url.pathname === mount || url.pathname.startsWith(`${mount}/`))
  if (!api) return void response.writeHead(404).end()
  // As it was sent: a URL encodes some characters anew.
  const query = readQuery((incoming.url ?? '').replace(/^[^?]*\??/, '').replace(/#.*$/, ''))
  // It refuses before it knows which API is meant, and so in words of its own.
  if (!query) return void response.writeHead(400).end('Bad Request')
  const path = url.pathname.slice(api.mount.length) || '/'
  const trace = rootOf(String(incoming.headers[traceHeaderName.toLowerCase()] ?? '')) ?? newTrace()
  answer({ api, requestId: randomUUID(), trace, path, query, incoming, response }, functions).catch(
    (error: unknown) => {
      if (!incoming.destroyed) console.error('The gateway failed:', error)
      response.destroy()
    },
  )
}

function serveApi(api: Api): ServedApi {
  return { ...api, routes: readRoutes(api.definition), binaryMediaTypes: readBinaryMediaTypes(api.definition) }
}

async function answer(exchange: Exchange, functions: Functions): Promise<void> {
  const { api, requestId, response, incoming, path } = exchange
  const refuse = (refusal: Refusal) =>
    send(exchange, gatewayAnswer(api.definition, refusal, { requestId, accept: incoming.headers.accept }))
  const match = findRoute(api.routes, incoming.method ?? 'GET', path)
  const body = await readBody(incoming)
  if (!match) return refuse('MISSING_AUTHENTICATION_TOKEN')
  if (!body) return refuse('REQUEST_TOO_LARGE')
  try {
    await integrate(exchange, { route: match.route, event: eventText(exchange, match, body) }, functions)
  } catch (error) {
    if (response.headersSent) response.destroy()
    else if (error instanceof IntegrationTimeout) refuse('INTEGRATION_TIMEOUT')
    else refuse(error instanceof RequestTooLargeError ? 'REQUEST_TOO_LARGE' : 'INTEGRATION_FAILURE')
  }
}

type Integration = { route: Route; event: string }

/** The time limit is for the answer's beginning; a streamed body may take longer. */
async function integrate(exchange: Exchange, { route, event }: Integration, functions: Functions): Promise<void> {
  const { response, api, incoming, requestId, trace } = exchange
  if (route.responseStreaming) {
    const stream = functions.invokeWithResponseStream(route.functionArn, event, trace)
    response.once('close', () => stream.destroy())
    const { status, headers, body } = await within(route.timeoutMs, readStreamedAnswer(stream))
    response.writeHead(status, { ...headers, 'x-amzn-RequestId': requestId })
    return sendBody(body, response)
  }
  const { payload, functionError } = await within(route.timeoutMs, functions.invoke(route.functionArn, event, trace))
  const answered = functionError === undefined && functionAnswer(payload, incoming.headers.accept, api.binaryMediaTypes)
  if (!answered) throw new Error('malformed Lambda proxy response')
  send(exchange, answered)
}

class IntegrationTimeout extends Error {}

/** Fails with `IntegrationTimeout` when the work takes longer; the function runs on, as on AWS. */
async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new IntegrationTimeout()), timeoutMs)
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

function eventText(exchange: Exchange, { route, pathParameters }: RouteMatch, body: Buffer): string {
  const { api, requestId, path, query, incoming } = exchange
  const request = {
    method: incoming.method ?? 'GET',
    path,
    query,
    rawHeaders: incoming.rawHeaders,
    body,
    sourceAddress: (incoming.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, ''),
    port: incoming.socket.localPort ?? 0,
  }
  const { id: apiId, stage, mount, binaryMediaTypes } = api
  const timeMs = Date.now()
  const { resource } = route
  return JSON.stringify(
    createProxyEvent(request, { requestId, timeMs, apiId, stage, resource, mount, pathParameters, binaryMediaTypes }),
  )
}

function send({ api, response, requestId, incoming }: Exchange, given: HttpAnswer): void {
  const { status, headers, body } = compressed(given, incoming.headers['accept-encoding'], api.compressedFromBytes)
  const isBare = status === 204 || status === 304 || incoming.method === 'HEAD'
  const length = isBare ? {} : { 'Content-Length': body.length }
  response.writeHead(status, { ...headers, 'x-amzn-RequestId': requestId, ...length }).end(body)
}

/** The whole body, or undefined when it is over the limit; it is read to its end all the same, so that the client reads our answer. */
async function readBody(incoming: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming) {
    length += chunk.length
    if (length <= requestLimitBytes) chunks.push(chunk)
  }
  return length <= requestLimitBytes ? Buffer.concat(chunks) : undefined
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the gateway has no port')
  return address.port
}
