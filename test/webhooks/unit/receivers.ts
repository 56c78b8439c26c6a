import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Receiver {
  readonly port: number
  readonly url: string
  /** How many connections were made to it. */
  connections(): number
  /** What it was sent, as text. */
  received(): string
}

/**
 * Listens on this machine, by every address that it has, and answers each request by `answer`, which has the bare connection
 * in its hands. It ends with the test.
 */
export async function startReceiver(answer: (socket: Socket) => void): Promise<Receiver> {
  let received = ''
  return await listening(
    (socket) => {
      let request = ''
      socket.on('data', (chunk) => {
        received += chunk
        request += chunk
        if (isWhole(request)) answer(socket)
      })
    },
    () => received,
  )
}

/** Does `act` as soon as somebody connects. */
export async function startListener(act: (socket: Socket) => void = () => {}): Promise<Receiver> {
  return await listening(act, () => '')
}

async function listening(onConnection: (socket: Socket) => void, received: () => string): Promise<Receiver> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  const port = await portOf(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port, url: `http://localhost:${port}/hook?tenant=1`, connections: () => sockets.size, received }
}

/** Starts a server on a free port, of all addresses of the machine or of one. */
export async function portOf(server: Server, host?: string): Promise<number> {
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  return address.port
}

function isWhole(request: string): boolean {
  const [head = '', body] = request.split('\r\n\r\n')
  const [, length = ''] = /content-length: (\d+)/i.exec(head) ?? []
  return body !== undefined && Buffer.byteLength(body) >= Number(length)
}
