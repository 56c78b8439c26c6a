import { once } from 'node:events'
import { IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { keptResponseCharacters } from '../../../events/delivery-limits.ts'

export interface OutgoingPost {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export type Answered = { readonly code: number; readonly body: string } | 'connection_error' | 'tls_error'

/** More than that is no answer to a webhook. */
const maxHeaderBytes = 16 * 1024
/** Answers of 1xx say nothing; who sends more of them means to keep us busy. */
const maxEarlyAnswers = 20

/** Posts on a connection, and reads of the answer what is kept of it. Redirects are answers like any other. */
export async function answerOn(socket: Socket, post: OutgoingPost, signal: AbortSignal): Promise<Answered> {
  const { url, headers, body } = post
  const outgoing = request({
    createConnection: () => socket,
    method: 'POST',
    path: `${url.pathname}${url.search}`,
    setHost: false,
    headers: { ...headers, Host: url.host, 'Content-Length': body.byteLength, 'Accept-Encoding': 'identity' },
    maxHeaderSize: maxHeaderBytes,
  })
  // Errors may also come after the answer, and more than one.
  outgoing.on('error', () => {})
  let earlyAnswers = 0
  outgoing.on('information', () => ++earlyAnswers > maxEarlyAnswers && socket.destroy())
  outgoing.end(body)
  try {
    // After 101, another protocol that nobody here speaks, Node closes without a word.
    const [incoming]: unknown[] = await Promise.race([once(outgoing, 'response', { signal }), once(outgoing, 'close')])
    if (!(incoming instanceof IncomingMessage)) return 'connection_error'
    return { code: incoming.statusCode ?? 0, body: await startOf(incoming, signal) }
  } catch (error) {
    return faultOf(error)
  }
}

/** Some refuse a client only after the handshake has ended: by an alert, where they ask for a certificate. */
function faultOf(error: unknown): 'connection_error' | 'tls_error' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^ERR_(SSL|TLS)_/.test(code) ? 'tls_error' : 'connection_error'
}

/** The characters that are kept of a body, or those that came before it broke off. What is no UTF-8 becomes U+FFFD. */
async function startOf(incoming: IncomingMessage, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  const stop = () => incoming.destroy()
  signal.addEventListener('abort', stop)
  try {
    for await (const chunk of incoming) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length >= keptResponseCharacters) break
    }
    text += decoder.decode()
  } catch {
    // The status is what counts; it came in full.
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return cut(text)
}

/** Never in the middle of a character that takes two units. */
function cut(text: string): string {
  const start = text.slice(0, keptResponseCharacters)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
