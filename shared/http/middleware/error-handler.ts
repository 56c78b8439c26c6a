import { type GatewayAnswer, refusalAnswer } from '../gateway-answer.ts'
import type { Incoming } from '../incoming.ts'
import { unexpected } from '../unexpected.ts'
import type { HttpMiddleware } from './http-middleware.ts'

/** Turns whatever was thrown into an answer. */
export function errorHandler(answer: (error: unknown, incoming: Incoming) => Promise<GatewayAnswer>): HttpMiddleware {
  return {
    async onError(request) {
      request.response = await answer(request.error, request.event.incoming)
    },
  }
}

/** Logs the error, and answers `internal_error` in the contract's shape. */
export async function internalError(error: unknown, incoming: Incoming): Promise<GatewayAnswer> {
  return refusalAnswer(await unexpected(error, incoming))
}
