import { gatewayHandler } from './gateway-handler.ts'
import type { Incoming } from './incoming.ts'
import type { ServedOperations } from './late-operation.ts'
import type { Operation } from './operation.ts'

/** The handler of a group that anybody may call: it needs neither the table nor tokens, and so loads neither. */
export function servePublic(operations: ServedOperations) {
  return gatewayHandler(operations, answerPublic, { streams: false })
}

async function answerPublic(operation: Operation, { headers, baseUrl, pathParameters: path }: Incoming) {
  if (operation.access.to !== 'anyone') throw new Error(`${operation.id} is not public`)
  return { answer: await operation.handle({ headers, baseUrl, path } as never), headers: {} }
}
