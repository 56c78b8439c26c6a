import { Readable } from 'node:stream'
import { type ErrorCode, errorStatus } from '../errors/error-codes.ts'
import type { Refusal } from '../errors/refusal.ts'
import { etagOf, isBinaryBody, type Reply } from './reply.ts'

/** The answer of a proxy integration. The body is a stream where the function streams. */
export interface GatewayAnswer {
  statusCode: number
  headers: Record<string, string>
  /** For headers that may be repeated, such as Set-Cookie. */
  multiValueHeaders?: Record<string, string[]>
  body: string | Readable
  isBase64Encoded?: boolean
}

const jsonType = 'application/json; charset=utf-8'

/** The text of a JSON answer; null for an answer without a body. */
export function bodyText(reply: Reply): string | null {
  return reply.body === null ? null : JSON.stringify(reply.body)
}

/** Headers that follow from the answer itself: its type, and the ETag of a versioned resource. */
export function headersOf(reply: Reply): Record<string, string> {
  if (isBinaryBody(reply.body)) return { 'Content-Type': reply.body.contentType, ...reply.headers }
  const type: Record<string, string> = reply.body === null ? {} : { 'Content-Type': jsonType }
  return { ...type, ...(isVersioned(reply.body) ? etagOf(reply.body) : {}), ...reply.headers }
}

function isVersioned(body: unknown): body is { version: number } {
  return typeof body === 'object' && body !== null && 'version' in body && typeof body.version === 'number'
}

export function refusalAnswer(refusal: Refusal): GatewayAnswer {
  const { refused: code, message, details, headers } = refusal
  const error = details === undefined ? { code, message } : { code, message, details }
  const statusCode = errorStatus[code]
  return {
    statusCode,
    headers: {
      'Content-Type': jsonType,
      'Cache-Control': 'no-store',
      ...(statusCode === 401 && { 'WWW-Authenticate': challengeOf(code) }),
      ...headers,
    },
    body: JSON.stringify({ error }),
  }
}

/** What a client is to send (RFC 6750 §3): a bearer token, or another one than it sent. */
function challengeOf(code: ErrorCode): string {
  return code === 'unauthenticated' ? 'Bearer' : 'Bearer error="invalid_token"'
}

export function replyAnswer(reply: Reply, streams: boolean): GatewayAnswer {
  const headers = { 'Cache-Control': 'no-store', ...headersOf(reply) }
  if (!isBinaryBody(reply.body)) return { statusCode: reply.status, headers, body: bodyText(reply) ?? '' }
  const { stream } = reply.body
  if (streams)
    return { statusCode: reply.status, headers, body: typeof stream === 'string' ? stream : asReadable(stream) }
  if (typeof stream === 'string') return { statusCode: reply.status, headers, body: stream }
  if (stream instanceof Uint8Array)
    return { statusCode: reply.status, headers, body: Buffer.from(stream).toString('base64'), isBase64Encoded: true }
  throw new Error('an operation that returns a stream must declare streams: true')
}

function asReadable(stream: Readable | Uint8Array): Readable {
  return stream instanceof Readable ? stream : Readable.from([stream])
}
