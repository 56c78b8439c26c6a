import type middy from '@middy/core'
import type { GatewayAnswer } from '../gateway-answer.ts'
import { securityHeaders } from '../security-headers.ts'
import type { HttpEvent, HttpMiddleware } from './http-middleware.ts'

/** Adds the headers of every answer: those of security, and the id of the request. */
export function responseHeaders(): HttpMiddleware {
  return { after: addHeaders, onError: addHeaders }
}

function addHeaders({ event, response }: middy.Request<HttpEvent, GatewayAnswer>): void {
  if (!response) return
  response.headers = { ...response.headers, ...securityHeaders, 'X-Request-Id': event.incoming.requestId }
}
