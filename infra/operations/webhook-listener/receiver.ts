import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { verifyWebhook, WebhookVerificationError } from '../../../events/verify-webhook.ts'
import type { Clock } from '../../../shared/platform/clock.ts'

export interface ReceiverOptions {
  /** 0: any that is free. */
  readonly port: number
  /** Null: nothing is verified. */
  readonly secret: string | null
  /** What events are answered with. */
  readonly status: number
  readonly now: Clock
  /** Gets what is to be shown of each request: a line, and the event's data below it. */
  readonly print: (text: string) => void
}

/** Events hold identifiers and statuses; nothing of ours is near that. */
const maxBodyBytes = 1_000_000

/** Receives webhooks on this machine, and tells what came. A request that does not verify is answered with 400. */
export async function startWebhookReceiver(
  options: ReceiverOptions,
): Promise<{ port: number; close: () => Promise<void> }> {
  const seen = new Set<string>()
  const server = createServer(async (request, response) => {
    const { status, line, data } = await received(request, options, seen)
    options.print(printable(`${time(options.now())} ${status} ${line}${data === undefined ? '' : `\n${pretty(data)}`}`))
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(`${line}\n`)
  })
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port')
  return {
    port: address.port,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface Told {
  readonly status: number
  readonly line: string
  readonly data?: unknown
}

async function received(
  request: IncomingMessage,
  { secret, status, now }: ReceiverOptions,
  seen: Set<string>,
): Promise<Told> {
  if (request.method !== 'POST') return { status: 405, line: `refused: events come with POST, not ${request.method}` }
  const rawBody = await bodyOf(request)
  if (rawBody === 'broken off') return { status: 400, line: 'refused: the request was cut off' }
  if (rawBody === 'too large') return { status: 413, line: `refused: more than ${maxBodyBytes} bytes` }
  try {
    const event = secret === null ? unverified(rawBody) : verifyWebhook(rawBody, request.headers, secret, atSec(now))
    const notes = [`${secret === null ? 'not ' : ''}verified`, ...(isSeen(seen, event.id) ? ['seen before'] : [])]
    return {
      status,
      line: `${event.type} ${event.id ?? 'no id'} (${[...described(request.headers), ...notes].join(', ')})`,
      data: event.data,
    }
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return { status: 400, line: `refused: ${error.message}` }
  }
}

function atSec(now: Clock) {
  return { nowSec: Math.floor(now() / 1000) }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | 'too large' | 'broken off'> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request) {
      length += chunk.length
      if (length <= maxBodyBytes) chunks.push(chunk)
    }
  } catch {
    return 'broken off'
  }
  return length <= maxBodyBytes ? Buffer.concat(chunks) : 'too large'
}

/** What anybody may have sent. */
function unverified(rawBody: Buffer): { type: string; id: string | null; data: unknown } {
  const sent = parsed(rawBody.toString())
  const { type, id, data = sent } = typeof sent === 'object' && sent !== null ? members(sent) : {}
  return { type: typeof type === 'string' ? type : 'no type', id: typeof id === 'string' ? id : null, data }
}

function members(value: object): { type?: unknown; id?: unknown; data?: unknown } {
  return { ...value }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function described(headers: IncomingHttpHeaders): string[] {
  const mode = headers['x-svc-livemode']
  const delivery = headers['x-svc-delivery-id']
  return [
    ...(mode === undefined ? [] : [mode === 'true' ? 'live' : 'test']),
    ...(delivery ? [`delivery ${delivery}`] : []),
  ]
}

/** Deliveries are at least once: an event that comes again is one that the answer was lost of, or that was replayed. */
function isSeen(seen: Set<string>, id: string | null): boolean {
  if (id === null) return false
  const isAgain = seen.has(id)
  seen.add(id)
  return isAgain
}

function time(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(11, 19)
}

function pretty(data: unknown): string {
  return JSON.stringify(data, null, 2)
}

/** Whoever sends an event is not to command the terminal. */
function printable(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
