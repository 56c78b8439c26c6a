import { answerRequest } from './answer-request.ts'
import { apiPlatform } from './api-platform.ts'
import { countedHeaders } from './counted-headers.ts'
import { type Answerer, gatewayHandler } from './gateway-handler.ts'
import type { LazyOperations } from './lazy-operations.ts'

/** The handler of a group: its operations behind the pipeline. */
export function serve(operations: LazyOperations, options: { streams?: boolean } = {}) {
  const answer: Answerer = (...request) => answerRequest(apiPlatform(), ...request)
  return gatewayHandler(operations, answer, {
    streams: options.streams ?? false,
    headersOfUnknown: (incoming) => countedHeaders(apiPlatform(), incoming),
  })
}
