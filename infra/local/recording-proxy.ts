import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { type AwsRequest, type Permission, permissionsOf } from './aws-calls.ts'
import type { Endpoints } from './endpoints.ts'
import { type Host, listenOnLoopback } from './engines/http-host.ts'
import { permissionsForNotFound } from './s3-calls.ts'

/** What a function needed, and how often. */
export type RecordedCall = Permission & { functionName: string; count: number }

export type Recording = {
  /** For `startLocalCloud`: puts a proxy before each engine, on the way that functions take and nobody else. */
  between(endpoints: Endpoints): Promise<Endpoints>
  calls(): RecordedCall[]
  /** Calls of which it is not known who made them or what they need: each is a gap in the record. */
  unknown(): string[]
  close(): Promise<void>
}

type Service = keyof Endpoints

/** Records which function calls what. Requests pass unchanged, with their Host, so that their signatures verify. */
export function startRecording(): Recording {
  const calls = new Map<string, RecordedCall>()
  const unknown = new Set<string>()
  const closing = new AsyncDisposableStack()
  const agent = closing.adopt(new Agent({ keepAlive: true }), (used) => used.destroy())

  const count = (functionName: string, { action, resource }: Permission) => {
    const key = `${functionName} ${action} ${resource}`
    const call = calls.get(key) ?? { functionName, action, resource, count: 0 }
    call.count += 1
    calls.set(key, call)
  }
  const record: RecordCall = (service, call, permissions) => {
    try {
      const caller = callerOf(call)
      for (const permission of permissions(call)) count(caller, permission)
    } catch (error) {
      const [path] = call.url.split('?')
      const operation = call.headers['x-amz-target'] ?? `${call.method} ${path}`
      unknown.add(`${service} ${operation}: ${error instanceof Error ? error.message : error}`)
    }
  }
  const proxy = async (service: Service, endpoint: string): Promise<string> => {
    const listener = (incoming: IncomingMessage, response: ServerResponse) =>
      pass({ service, endpoint, agent, record }, incoming, response)
    return closing.adopt<Host>(await listenOnLoopback(listener), (host) => host.close()).endpoint
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
    calls: () => [...calls.values()],
    unknown: () => [...unknown],
    close: () => closing.disposeAsync(),
  }
}

type RecordCall = (service: Service, call: AwsRequest, permissions: (call: AwsRequest) => Permission[]) => void
type Way = { service: Service; endpoint: string; agent: Agent; record: RecordCall }

function pass(way: Way, incoming: IncomingMessage, response: ServerResponse): void {
  const { service, agent, record } = way
  const { hostname, port } = new URL(way.endpoint)
  const { method = 'GET', url = '/', headers, rawHeaders } = incoming
  const call: AwsRequest = { method, url, headers, body: '' }
  // A browser asks before it uses a presigned address: that is no call of anybody.
  const isCall = method !== 'OPTIONS'
  const outgoing = request({ agent, hostname, port, method, path: url, headers: rawHeaders })
  if (isCall && service !== 's3') keepBody(incoming, call)
  if (isCall) incoming.once('end', () => record(service, call, (made) => permissionsOf(service, made)))
  outgoing.once('response', (answer) => {
    if (isCall && service === 's3' && answer.statusCode === 404) record(service, call, permissionsForNotFound)
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders)
    // Either side that breaks off breaks the other, as if nothing were between them.
    pipeline(answer, response, () => {})
  })
  outgoing.once('error', () => response.destroy())
  response.once('close', () => response.writableFinished || outgoing.destroy())
  pipeline(incoming, outgoing, () => {})
}

function keepBody(incoming: IncomingMessage, call: AwsRequest): void {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.once('end', () => {
    call.body = Buffer.concat(chunks).toString('utf8')
  })
}

/**
 * The function whose session signed the call: its name is the session token (see function-host.ts), which a presigned address
 * carries too, so that a call made with it counts for the function that allowed it, as on AWS.
 */
function callerOf({ url, headers }: AwsRequest): string {
  const token =
    headers['x-amz-security-token'] ?? new URL(url, 'http://127.0.0.1').searchParams.get('X-Amz-Security-Token')
  if (typeof token !== 'string' || token === '') throw new Error('no function signed it')
  return token
}
