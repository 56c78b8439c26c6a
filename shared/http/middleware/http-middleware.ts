import type middy from '@middy/core'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { GatewayAnswer } from '../gateway-answer.ts'
import type { Incoming } from '../incoming.ts'

/** An event of the gateway, with the request that the first middleware reads from it. */
export interface HttpEvent extends APIGatewayProxyEvent {
  incoming: Incoming
}

export type HttpMiddleware = middy.MiddlewareObj<HttpEvent, GatewayAnswer>
