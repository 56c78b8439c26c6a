import type middy from '@middy/core'
import { crossOriginHeaders } from '../cross-origin.ts'
import type { GatewayAnswer } from '../gateway-answer.ts'
import { securityHeaders } from '../security-headers.ts'
import type { HttpEvent, HttpMiddleware } from './http-middleware.ts'

/** Adds the headers of every answer: those of security and for other origins, and the id of the request. */
export function responseHeaders(): HttpMiddleware {
  return { after: addHeaders, onError: addHeaders }
}

function addHeaders({ event, response }: middy.Request<HttpEvent, GatewayAnswer>): void {
  if (!response) return
  const crossOrigin = crossOriginHeaders(event.incoming)
  const vary = [response.headers.Vary, crossOrigin.Vary].filter(Boolean).join(', ')
  response.headers = {
    ...response.headers,
    ...crossOrigin,
    ...(vary && { Vary: vary }),
    ...securityHeaders,
    'X-Request-Id': event.incoming.requestId,
  }
}
