import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { boundedFetch } from '../../../../../shared/pdf/long-term/fetch-bytes.ts'

let server: Server | undefined

async function listening(answer: RequestListener): Promise<string> {
  const started = createServer(answer)
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  const address = started.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}/`
}

afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
  server = undefined
})

const local = () => boundedFetch({ isLocalAllowed: true })

describe('what certificates name', () => {
  it('is asked by GET, or by POST with a body', async () => {
    const url = await listening(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      response.end(`${request.method} ${request.headers['content-type'] ?? '-'} ${Buffer.concat(parts)}`)
    })
    expect(Buffer.from(await local()({ url, mostBytes: 100 })).toString()).toBe('GET - ')
    const question = { url, body: Buffer.from('who?'), contentType: 'application/ocsp-request', mostBytes: 100 }
    expect(Buffer.from(await local()(question)).toString()).toBe('POST application/ocsp-request who?')
  })

  const refused: [string, RequestListener, RegExp][] = [
    ['answers an error', (_, response) => response.writeHead(500).end('no'), /answered 500/],
    ['leads elsewhere', (_, response) => response.writeHead(302, { location: '/other' }).end(), /answered 302/],
    ['answers too much', (_, response) => response.end(Buffer.alloc(101)), /more than 100 bytes/],
    ['hangs up', (request) => request.socket.destroy(), /did not answer/],
  ]

  it.each(refused)('is not taken where it %s', async (_, answer, message) => {
    const url = await listening(answer)
    await expect(local()({ url, mostBytes: 100 })).rejects.toThrow(message)
  })

  const inside = [
    'http://127.0.0.1:9001/2018-06-01/runtime/invocation/next',
    'http://localhost/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/crl',
    'https://[::1]/crl',
    'http://[::ffff:127.0.0.1]/crl',
  ]

  it.each(inside)('is not connected to inside a network: %s', async (url) => {
    await expect(boundedFetch({ isLocalAllowed: false })({ url, mostBytes: 100 })).rejects.toThrow(/cannot be asked/)
  })
})
