import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { answerHead, type Headers } from './gateway-answer.ts'
import { asObject, type Json } from './template.ts'

export type StreamedAnswer = { status: number; headers: Headers; body: AsyncGenerator<Buffer> }

/** A streamed response begins with its head as JSON and eight NULs; API Gateway looks for them in the first 16 KB. */
const delimiter = Buffer.alloc(8)
const longestHeadBytes = 16 * 1024

/** Reads the head of a streamed response and leaves the body to be read. Fails when it does not begin with a head. */
export async function readStreamedAnswer(stream: Readable): Promise<StreamedAnswer> {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  for (let end = -1; end < 0; end = start.indexOf(delimiter)) {
    const chunk = start.length > longestHeadBytes ? undefined : await chunks.next()
    if (!chunk || chunk.done) throw new Error('the streamed response has no head')
    start = Buffer.concat([start, chunk.value])
  }
  const end = start.indexOf(delimiter)
  const prelude: Json = JSON.parse(start.toString('utf8', 0, end))
  const head = answerHead(asObject(prelude))
  if (!head) throw new Error('the head of the streamed response is malformed')
  return { ...head, body: bodyOf(start.subarray(end + delimiter.length), chunks) }
}

async function* bodyOf(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
}

/** Writes the body no faster than the client takes it. */
export async function sendBody(body: AsyncGenerator<Buffer>, response: ServerResponse): Promise<void> {
  for await (const chunk of body) {
    if (response.destroyed) return
    if (!response.write(chunk)) await drainedOrClosed(response)
  }
  response.end()
}

async function drainedOrClosed(response: ServerResponse): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })])
  } finally {
    // Takes the listener of the one that did not come off the response.
    over.abort()
  }
}
