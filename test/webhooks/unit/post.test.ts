import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { keptResponseCharacters, responseBudgetMs } from '../../../events/delivery-limits.ts'
import { verifyWebhook } from '../../../events/verify-webhook.ts'
import { webhookHeaders } from '../../../events/webhook-signature.ts'
import { type PostDependencies, postWebhook } from '../../../functions/webhooks/delivery/post.ts'
import { type Receiver, startListener, startReceiver } from './receivers.ts'

const body = Buffer.from('{"id":"1","type":"signature.signed","data":{"title":"Bail à Nîmes"}}')

function postTo({ url }: Pick<Receiver, 'url'>, dependencies?: PostDependencies) {
  return postWebhook({ url, headers: {}, body, isLocalAllowed: true }, dependencies)
}

/** What becomes of a delivery to a receiver that answers with these bytes, and leaves the connection open. */
async function outcomeOf(answer: string | Uint8Array) {
  const receiver = await startReceiver((socket) => void socket.write(answer))
  const { durationMs, ...outcome } = await postTo(receiver)
  expect(durationMs).toBeLessThan(responseBudgetMs / 2)
  return outcome
}

describe('an answer', () => {
  it.for([
    ['200 OK', 'done', null],
    ['201 Created', '', null],
    ['299 Whatever', 'done', null],
    ['301 Moved Permanently', 'elsewhere', 'redirect'],
    ['302 Found', '', 'redirect'],
    ['304 Not Modified', '', 'redirect'],
    ['307 Temporary Redirect', '', 'redirect'],
    ['308 Permanent Redirect', '', 'redirect'],
    ['400 Bad Request', 'what?', 'http_status'],
    ['401 Unauthorized', '', 'http_status'],
    ['410 Gone', '', 'http_status'],
    ['429 Too Many Requests', '', 'http_status'],
    ['500 Internal Server Error', 'oh no', 'http_status'],
    ['503 Service Unavailable', '', 'http_status'],
    ['999 Strange', '', 'http_status'],
  ] as const)('of %s is told with its code and its body', async ([status, text, error]) => {
    const length = status.startsWith('304') ? '' : `Content-Length: ${text.length}\r\n`
    const outcome = await outcomeOf(`HTTP/1.1 ${status}\r\n${length}\r\n${text}`)
    expect(outcome).toEqual({ responseCode: Number(status.slice(0, 3)), responseBody: text, error })
  })

  it('of 204 has an empty body', async () => {
    expect(await outcomeOf('HTTP/1.1 204 No Content\r\n\r\n')).toEqual({
      responseCode: 204,
      responseBody: '',
      error: null,
    })
  })

  it('of 302 is not followed, wherever it leads', async () => {
    const other = await startListener()
    const redirect = `HTTP/1.1 302 Found\r\nLocation: ${other.url}\r\nContent-Length: 0\r\n\r\n`
    expect(await outcomeOf(redirect)).toEqual({ responseCode: 302, responseBody: '', error: 'redirect' })
    expect(other.connections()).toBe(0)
  })

  it('may have others before it that are none', async () => {
    const early =
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n'
    const outcome = await outcomeOf(`${early}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone`)
    expect(outcome).toEqual({ responseCode: 200, responseBody: 'done', error: null })
  })

  it('in chunks is put together', async () => {
    const chunks = '4\r\ndone\r\n7;a=b\r\n at all\r\n0\r\nTrailer: x\r\n\r\n'
    const outcome = await outcomeOf(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`)
    expect(outcome).toEqual({ responseCode: 200, responseBody: 'done at all', error: null })
  })

  it('takes as long as the clock says', async () => {
    const receiver = await startReceiver((socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
    const times = [1000, 1042.4]
    expect(await postTo(receiver, { now: () => times.shift() ?? 0 })).toMatchObject({ durationMs: 42, error: null })
  })
})

describe('of the body of an answer', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n'

  it.for([
    ['the first 500 characters are kept', 'x'.repeat(501), 'x'.repeat(500)],
    ['the first 500 characters are kept, whatever their bytes', '契'.repeat(600), '契'.repeat(500)],
    ['a character of two units is not cut in two', `${'x'.repeat(499)}🖋️🖋️`, 'x'.repeat(499)],
    ['a character of two units is kept where it fits', `${'x'.repeat(498)}🖋️🖋️`, `${'x'.repeat(498)}🖋`],
  ])('%s', async ([, text, kept]) => {
    expect(await outcomeOf(head + text)).toEqual({ responseCode: 200, responseBody: kept, error: null })
  })

  it('what is no UTF-8 becomes a replacement character', async () => {
    const answer = Buffer.concat([
      Buffer.from('HTTP/1.1 500 X\r\nContent-Length: 6\r\n\r\n'),
      Buffer.from('61ff62c3e262', 'hex'),
    ])
    expect(await outcomeOf(answer)).toMatchObject({ responseCode: 500, responseBody: 'a\ufffdb\ufffd\ufffdb' })
  })

  it('a character that comes in pieces is put together, and half of one at the end is replaced', async () => {
    const pieces = ['C3', 'A9', 'E2', '82'].map((hex) => Buffer.from(hex, 'hex'))
    const receiver = await startReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n')
      socket.setNoDelay()
      const next = () => void (pieces.length > 0 && socket.write(pieces.shift() ?? '', () => setImmediate(next)))
      next()
    })
    expect(await postTo(receiver)).toMatchObject({ responseBody: 'é\ufffd', error: null })
  })

  it('nothing is decompressed, though identity was asked for', async () => {
    const zipped = gzipSync('a'.repeat(1_000_000))
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${zipped.length}\r\n\r\n`
    const { responseBody, error } = await outcomeOf(Buffer.concat([Buffer.from(head), zipped]))
    expect(error).toBeNull()
    expect(responseBody?.slice(0, 2)).toBe('\u001f\ufffd')
    expect(responseBody).not.toContain('aaaa')
  })

  it('no more is read than is kept: a flood ends with the connection', async () => {
    const ended = Promise.withResolvers<number>()
    const receiver = await startReceiver((socket) => {
      socket.on('close', () => ended.resolve(socket.bytesWritten))
      endless(socket, 'y'.repeat(64), 'HTTP/1.1 200 OK\r\n\r\n')
    })
    expect(await postTo(receiver)).toMatchObject({ responseCode: 200, responseBody: 'y'.repeat(500), error: null })
    expect(await ended.promise).toBeLessThan(50_000_000)
  })

  it('what came is kept when the rest does not come: the status was in time', async () => {
    const ends = [
      { end: (socket: Socket) => socket.resetAndDestroy() },
      { end: (socket: Socket) => socket.end() },
      // Enough for the status on a busy machine too.
      { end: () => {}, budgetMs: 3_000 },
    ]
    for (const { end, ...budget } of ends) {
      const receiver = await startReceiver((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\ndone', () => setImmediate(end, socket))
      })
      const outcome = await postTo(receiver, budget)
      expect(outcome).toMatchObject({ responseCode: 200, error: null })
      expect('done').toContain(outcome.responseBody)
    }
  })
})

describe('no answer', () => {
  const never = { responseCode: null, responseBody: null }

  it.for([
    ['it hangs', () => {}],
    ['headers drip', (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX-Slow: ')],
    ['nothing follows early answers', (socket: Socket) => socket.write(early.repeat(20))],
  ] as const)('comes in time when %s', async ([, act]) => {
    const receiver = await startReceiver(act)
    expect(await postTo(receiver, { budgetMs: 150 })).toMatchObject({ ...never, error: 'timeout' })
    expect(receiver.connections()).toBe(1)
  })

  it.for([
    ['it resets the connection', (socket: Socket) => socket.resetAndDestroy()],
    ['it closes the connection', (socket: Socket) => socket.end()],
    ['it closes after an early answer', (socket: Socket) => socket.end('HTTP/1.1 100 OK\r\n\r\n')],
    ['it closes in the middle of headers', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nA: b')],
    ['headers are huge', (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nA: ${'b'.repeat(20_000)}`)],
    ['headers never end', (socket: Socket) => endless(socket, 'A: b\r\n', 'HTTP/1.1 200 OK\r\n')],
    ['early answers never end', (socket: Socket) => endless(socket, early)],
    ['it speaks something else', (socket: Socket) => socket.write('220 mail.example.com ESMTP\r\n')],
    ['it answers for two at once', (socket: Socket) => socket.write(twoLengths)],
    ['it wants another protocol', (socket: Socket) => socket.write(upgrade)],
  ] as const)('comes at all when %s', async ([, act]) => {
    const receiver = await startReceiver(act)
    expect(await postTo(receiver)).toMatchObject({ ...never, error: 'connection_error' })
    expect(receiver.connections()).toBe(1)
  })

  it('comes when nobody listens', async () => {
    expect(await postTo({ url: 'http://localhost:1/' })).toMatchObject({
      responseCode: null,
      error: 'connection_error',
    })
    expect(await postTo({ url: 'http://127.0.0.1:1/' })).toMatchObject({
      responseCode: null,
      error: 'connection_error',
    })
  })

  it('ends the connection on our side, too', async () => {
    const ended = Promise.withResolvers<void>()
    const receiver = await startListener((socket) => socket.resume().on('close', () => ended.resolve()))
    expect(await postTo(receiver, { budgetMs: 150 })).toMatchObject({ error: 'timeout' })
    await ended.promise
  })
})

const twoLengths = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'
const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

const early = 'HTTP/1.1 102 Processing\r\n\r\n'

/** Something every few milliseconds, for as long as somebody listens. */
function drip(socket: Socket, first: string): void {
  socket.write(first)
  const timer = setInterval(() => socket.write('x'), 5)
  socket.on('close', () => clearInterval(timer))
}

/** As much as the connection takes, for as long as somebody listens. */
function endless(socket: Socket, line: string, first = ''): void {
  const piece = line.repeat(1000)
  const more = () => {
    while (!socket.destroyed && socket.write(piece)) {}
  }
  socket.on('drain', more).write(first)
  more()
}

describe('what is sent', () => {
  const secret = `whsec_${'k'.repeat(43)}`
  const envelope = { id: '1', type: 'signature.signed', livemode: true }
  const signed = { envelope, deliveryId: '2', rawBody: body, secrets: [secret], timestampSec: 1_767_225_600 }

  it('is the body to the byte, with the headers given and what HTTP needs', async () => {
    const receiver = await startReceiver((socket) => void socket.write('HTTP/1.1 204 No Content\r\n\r\n'))
    const post = { url: receiver.url, headers: webhookHeaders(signed), body, isLocalAllowed: true }
    expect(await postWebhook(post)).toMatchObject({ responseCode: 204, error: null })
    const [head = '', sent = ''] = receiver.received().split('\r\n\r\n')
    const [line, ...fields] = head.split('\r\n')
    const headers = Object.fromEntries(fields.map((field) => field.split(': ')))
    expect(line).toBe('POST /hook?tenant=1 HTTP/1.1')
    expect(headers).toEqual({
      ...webhookHeaders(signed),
      Host: `localhost:${receiver.port}`,
      'Content-Length': String(body.length),
      'Accept-Encoding': 'identity',
      Connection: 'close',
    })
    expect(verifyWebhook(sent, headers, secret, { nowSec: 1_767_225_601 })).toEqual(JSON.parse(body.toString()))
  })

  it('goes over a connection of its own each time', async () => {
    const receiver = await startReceiver((socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
    for (let count = 1; count <= 3; count++) {
      expect(await postTo(receiver)).toMatchObject({ error: null })
      expect(receiver.connections()).toBe(count)
    }
  })

  it('is limited as the contract says', () => {
    expect({ responseBudgetMs, keptResponseCharacters }).toEqual({
      responseBudgetMs: 10_000,
      keptResponseCharacters: 500,
    })
  })
})
