import { gatewayHandler, type Outcome } from './gateway-handler.ts'
import type { Incoming } from './incoming.ts'
import type { LazyOperations } from './lazy-operations.ts'
import type { Operation } from './operation.ts'

/** The handler of a group of public operations. It loads neither the table's client nor the verification of tokens. */
export function servePublic(operations: LazyOperations) {
  return gatewayHandler(operations, answerPublic, { streams: false })
}

/** Answers an operation that needs neither a token nor a link. */
export async function answerPublic(operation: Operation, incoming: Incoming): Promise<Outcome> {
  if (operation.access.to !== 'anyone') throw new Error(`${operation.id} is not public`)
  const { headers, baseUrl, pathParameters: path } = incoming
  return { answer: await operation.handle({ headers, baseUrl, path } as never), headers: {} }
}
