import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'

/** A running engine: where the SDK finds it, and how it is stopped. */
export type Host = { endpoint: string; close(): Promise<void> }

export type HostRequest = { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer }
export type HostResponse = { status: number; headers?: Record<string, string>; body?: string | Uint8Array }
export type HostHandler = (request: HostRequest) => HostResponse | Promise<HostResponse>

const largestBodyBytes = 64 * 1024 * 1024

/** Serves whole requests on 127.0.0.1. A handler that throws is a bug of the host and answers 500. */
export async function startHttpHost(handler: HostHandler, port = 0): Promise<Host> {
  return listenOnLoopback(async (incoming, response) => {
    const answer = await answerTo(incoming, handler)
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }, port)
}

/** Listens on 127.0.0.1 (port 0: any free one). Closing ends open connections too: keep-alive clients must not delay a stop. */
export async function listenOnLoopback(listener: RequestListener, port = 0): Promise<Host & { server: Server }> {
  // Whoever keeps a connection for the next call never finds it closed at the moment of that call, however busy the machine is.
  const server = createServer({ keepAliveTimeout: 0 }, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the host has no port')
  return {
    server,
    endpoint: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

async function answerTo(incoming: IncomingMessage, handler: HostHandler): Promise<HostResponse> {
  try {
    return await handler({
      method: incoming.method ?? 'GET',
      url: new URL(incoming.url ?? '/', 'http://127.0.0.1'),
      headers: incoming.headers,
      body: await readBody(incoming),
    })
  } catch (error) {
    console.error(error)
    return { status: 500, headers: { 'content-type': 'text/plain' }, body: String(error) }
  }
}

/** The whole body; more than 64 MB is refused, since no service hosted here takes as much. */
export async function readBody(incoming: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming) {
    length += chunk.length
    if (length > largestBodyBytes) throw new Error(`the body is larger than ${largestBodyBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
