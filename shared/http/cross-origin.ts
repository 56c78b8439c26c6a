import { optionalEnvironment } from '../platform/environment.ts'
import type { Incoming } from './incoming.ts'
import { type Reply, reply } from './reply.ts'

/** Requests that the API takes, beside what browsers let every page send. */
const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const requestHeaders = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id'
/** What scripts may read of answers, beside what browsers let every script read. */
const answerHeaders = [
  ...['Content-Disposition', 'ETag', 'Idempotent-Replayed', 'Link', 'Location', 'RateLimit-Limit'],
  ...['RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After', 'X-Request-Id'],
].join(', ')
const preflightLivesSec = 7200

/** Origins of the service's own apps, whose scripts may call the API. Their tokens are in headers: no cookie counts here. */
function appOrigins(): readonly string[] {
  return optionalEnvironment('APP_ORIGINS')?.split(' ') ?? []
}

/** The headers of every answer to a page of one of our apps; none for other callers, where there are no such apps. */
export function crossOriginHeaders({ headers: { origin } }: Pick<Incoming, 'headers'>): Record<string, string> {
  const origins = appOrigins()
  if (origins.length === 0) return {}
  // So that no cache gives one origin's answer to another.
  if (!origin || !origins.includes(origin)) return { Vary: 'Origin' }
  return { Vary: 'Origin', 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': answerHeaders }
}

/** The answer to a browser that asks whether a page of one of our apps may send a request; null for every other request. */
export function preflightReply({ method, headers }: Pick<Incoming, 'method' | 'headers'>): Reply | null {
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  if (!isPreflight || !appOrigins().includes(headers.origin ?? '')) return null
  return reply(204, null, {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': requestHeaders,
    'Access-Control-Max-Age': String(preflightLivesSec),
  })
}
