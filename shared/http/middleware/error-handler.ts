import { refusalAnswer } from '../gateway-answer.ts'
import { unexpected } from '../unexpected.ts'
import type { HttpMiddleware } from './http-middleware.ts'

/** Answers whatever was thrown with `internal_error`, and logs it. */
export function errorHandler(): HttpMiddleware {
  return {
    async onError(request) {
      request.response = refusalAnswer(await unexpected(request.error, request.event.incoming))
    },
  }
}
