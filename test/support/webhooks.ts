import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { verifyWebhook, type WebhookEvent } from '../../events/verify-webhook.ts'
import { countFailure } from '../../functions/webhooks/model/health.ts'
import { webhookKey } from '../../functions/webhooks/model/webhook.ts'
import type { Manager } from './api-keys.ts'
import { type Answer, type CallOptions, call, demand, persistently } from './client.ts'
import { type Tenant, table } from './tenant.ts'
import { until } from './until.ts'

/** What a receiver was posted. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly path: string
}

export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  /** How it answers from now on; 200 where nothing else was said. */
  answer(how: number | ((response: ServerResponse, posted: Received) => void)): void
  /** Waits for as many posts as asked for, and gives all. */
  posts(count: number): Promise<readonly Received[]>
  close(): void
}

/** A subscriber on this machine. */
export async function receiver(): Promise<Receiver> {
  const received: Received[] = []
  let how: Parameters<Receiver['answer']>[0] = 200
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const posted = { headers: request.headers, body: Buffer.concat(chunks), path: request.url ?? '/' }
    received.push(posted)
    if (typeof how === 'function') how(response, posted)
    else response.writeHead(how).end(how === 200 ? 'taken' : 'not now')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answer: (next) => {
      how = next
    },
    posts: async (count) => {
      await until(`${count} posts`, async () => received.length >= count)
      return received
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

let taking: Promise<string> | undefined

/** The address of a receiver that takes everything, for as long as the process lives. */
export function takingReceiver(): Promise<string> {
  taking ??= startTaking()
  return taking
}

async function startTaking(): Promise<string> {
  const server = createServer((request, response) => request.resume().once('end', () => response.writeHead(204).end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const hooksPath = ({ org }: Pick<Manager, 'org'>, after = '') => `/v1/orgs/${org.id}/webhooks${after}`

export async function postHook(of: Manager, json: unknown, options: CallOptions = {}): Promise<Answer> {
  return await call('POST', hooksPath(of), { token: of.token, json, ...options })
}

/** A subscription that has to be there before a test begins. */
export async function hookFor(of: Manager, url: string, more: object = {}): Promise<{ id: string; secret: string }> {
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const answer = await persistently(() => postHook(of, { url, events: ['*'], ...more }, { headers }))
  demand(answer, 201)
  return { id: answer.body.webhook.id, secret: answer.body.secret }
}

/** Any operation on one subscription. */
export async function onHook(of: Manager, method: string, id: string, after = '', json?: unknown): Promise<Answer> {
  return await call(method, hooksPath(of, `/${id}${after}`), { token: of.token, ...(json !== undefined && { json }) })
}

export async function deliveriesOf(of: Manager, id: string, query = ''): Promise<Answer['body'][]> {
  const answer = await onHook(of, 'GET', id, `/deliveries${query}`)
  demand(answer, 200)
  return answer.body.results
}

/** The deliveries of a subscription once there are as many in a status. */
export async function deliveriesIn(of: Manager, id: string, status: string, count = 1): Promise<Answer['body'][]> {
  return await until(`${count} ${status} deliveries`, async () => {
    const found = (await deliveriesOf(of, id)).filter((delivery) => delivery.status === status)
    return found.length >= count ? found : null
  })
}

/** The event in a post, whose signature is verified as of when it was made. */
export function eventIn({ body, headers }: Received, secret: string): WebhookEvent {
  const [, madeAt] = /^t=(\d+)/.exec(String(headers['x-svc-signature'])) ?? []
  return verifyWebhook(body, headers, secret, { nowSec: Number(madeAt) })
}

/** As a delivery counts that is under way at the same time. */
export async function failOnce({ org }: Pick<Tenant, 'org'>, webhookId: string): Promise<void> {
  const key = webhookKey({ orgId: org.id, applicationId: null }, webhookId)
  await table().client.send(new UpdateCommand({ TableName: table().name, ...countFailure(key, Date.now()) }))
}
