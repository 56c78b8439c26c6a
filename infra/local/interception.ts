import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AwsRequest } from './aws-calls.ts'
import type { Endpoints } from './endpoints.ts'
import { type Host, listenOnLoopback, readBody } from './engines/http-host.ts'
import { rootOf, traceHeaderName } from './trace.ts'

export type Service = keyof Endpoints

/** A call to an AWS service on its way to the engine. */
export type InterceptedCall = Omit<AwsRequest, 'body'> & {
  service: Service
  body: Buffer
  /** `TransactWriteItems`, `PutObject`, …; a method and path where the service names no operation. */
  operation: string
  /** The function whose session signed the call; none: nobody of ours did. */
  functionName: string | undefined
  /** The root of the trace that the invocation belongs to. */
  trace: string | undefined
}

export type EngineAnswer = { status: number; statusMessage?: string; rawHeaders: string[]; body: Buffer }

/**
 * What becomes of a call. `forward` hands it to the engine, with another body if one is given, as often as it is asked to; `broken` breaks
 * the caller's connection without an answer.
 */
export type Interceptor = (
  call: InterceptedCall,
  forward: (body?: Buffer) => Promise<EngineAnswer>,
) => Promise<EngineAnswer | 'broken'>

export type Interception = {
  /** For `startLocalCloud`: puts a proxy before each engine, on the way that functions take and nobody else. */
  between(endpoints: Endpoints): Promise<Endpoints>
  close(): Promise<void>
}

/** Stands between functions and engines. Requests pass with their Host, so that their signatures verify. */
export function startInterception(interceptor: Interceptor): Interception {
  const closing = new AsyncDisposableStack()
  const agent = closing.adopt(new Agent({ keepAlive: true }), (used) => used.destroy())
  const proxy = async (service: Service, endpoint: string): Promise<string> => {
    const way = { service, endpoint, agent, interceptor }
    const host = await listenOnLoopback((incoming, response) => {
      pass(way, incoming, response).catch(() => response.destroy())
    })
    return closing.adopt<Host>(host, (started) => started.close()).endpoint
  }
  return {
    between: async (endpoints) => ({
      dynamodb: await proxy('dynamodb', endpoints.dynamodb),
      s3: await proxy('s3', endpoints.s3),
      sqs: await proxy('sqs', endpoints.sqs),
      kms: await proxy('kms', endpoints.kms),
      secretsManager: await proxy('secretsManager', endpoints.secretsManager),
      eventBridge: await proxy('eventBridge', endpoints.eventBridge),
      stepFunctions: await proxy('stepFunctions', endpoints.stepFunctions),
      email: await proxy('email', endpoints.email),
      sms: await proxy('sms', endpoints.sms),
    }),
    close: () => closing.disposeAsync(),
  }
}

/** The longest wait for an answer of an engine. Engines answer within seconds, a long poll of SQS within 20 s. */
const longestWaitMs = 60_000

type Way = { service: Service; endpoint: string; agent: Agent; interceptor: Interceptor }

async function pass(way: Way, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(incoming)
  const forward = (changed = body) => ask(way, incoming, changed)
  // A browser asks before it uses a presigned address: that is no call of anybody.
  const isCall = incoming.method !== 'OPTIONS'
  const answer = isCall ? await way.interceptor(callOf(way.service, incoming, body), forward) : await forward()
  if (answer === 'broken') return void response.destroy()
  response.sendDate = false
  response.writeHead(answer.status, answer.statusMessage, answer.rawHeaders).end(answer.body)
}

function ask({ endpoint, agent }: Way, incoming: IncomingMessage, body: Buffer): Promise<EngineAnswer> {
  const { hostname, port } = new URL(endpoint)
  const { method = 'GET', url: path = '/', rawHeaders } = incoming
  const { promise, resolve, reject } = Promise.withResolvers<EngineAnswer>()
  const headers = withLength(rawHeaders, body)
  const outgoing = request({ agent, hostname, port, method, path, headers }, (answer) => {
    const { statusCode: status = 502, statusMessage, rawHeaders: answered } = answer
    readBody(answer).then(
      (read) => resolve({ status, statusMessage, rawHeaders: unchunked(answered, read), body: read }),
      reject,
    )
  })
  const late = () => outgoing.destroy(new Error(`no answer to ${method} ${path} within ${longestWaitMs} ms`))
  outgoing.setTimeout(longestWaitMs, late).once('error', reject).end(body)
  return promise
}

/** The headers as they were, but for the length, which a changed body changes. */
function withLength(rawHeaders: readonly string[], body: Buffer): string[] {
  const headers = [...rawHeaders]
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-length')
  if (at >= 0) headers[at + 1] = String(body.length)
  return headers
}

/**
 * An answer that came in chunks is passed on as a whole; one to HEAD keeps the length that it tells. None tells its date: engines
 * do not follow a clock that a test has moved, and the SDK would take that for its own clock being wrong and repeat every
 * refusal.
 */
function unchunked(rawHeaders: readonly string[], body: Buffer): string[] {
  const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, index) => rawHeaders.slice(2 * index, 2 * index + 2))
  const kept = pairs.filter(([name]) => !/^(transfer-encoding|connection|keep-alive|date)$/i.test(name ?? ''))
  const isTold = kept.some(([name]) => name?.toLowerCase() === 'content-length')
  return [...kept.flat(), ...(isTold ? [] : ['Content-Length', String(body.length)])]
}

function callOf(
  service: Service,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
): InterceptedCall {
  const call = { service, method, url, headers, body }
  return { ...call, operation: operationOf(call, body), functionName: functionOf(call), trace: traceOf(headers) }
}

/** The AWS JSON protocols name the operation in a header, that of SNS in the body; the SDK names that of S3 in a parameter. */
function operationOf({ service, method, url, headers }: Omit<AwsRequest, 'body'> & { service: Service }, body: Buffer) {
  const target = headers['x-amz-target']
  if (typeof target === 'string') return target.split('.').at(-1) ?? target
  if (service === 'sms') return new URLSearchParams(body.toString('utf8')).get('Action') ?? method
  if (service === 'email' && url === '/v2/email/outbound-emails') return 'SendEmail'
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
  return searchParams.get('x-id') ?? `${method} ${pathname}`
}

/**
 * The function whose session signed the call: its name is the session token (see function-host.ts), which a presigned address
 * carries too, so that a call made with it counts for the function that allowed it, as on AWS.
 */
function functionOf({ url, headers }: Omit<AwsRequest, 'body'>): string | undefined {
  const query = new URL(url, 'http://127.0.0.1').searchParams
  const token = headers['x-amz-security-token'] ?? query.get('X-Amz-Security-Token')
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** The SDK passes the trace of the invocation on to what it calls. */
function traceOf(headers: AwsRequest['headers']): string | undefined {
  return rootOf(String(headers[traceHeaderName.toLowerCase()] ?? ''))
}
