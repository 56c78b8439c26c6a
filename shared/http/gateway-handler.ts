import middy from '@middy/core'
import { executionModeStandard } from '@middy/core/executionModeStandard'
import { executionModeStreamifyResponse } from '@middy/core/executionModeStreamifyResponse'
import type { Context } from 'aws-lambda'
import { isRefusal, type Refusal, refuse } from '../errors/refusal.ts'
import type { RecordedAnswer } from '../store/packed-answer.ts'
import { preflightReply } from './cross-origin.ts'
import { withDeadline } from './deadline.ts'
import { type GatewayAnswer, refusalAnswer, replyAnswer } from './gateway-answer.ts'
import { type Incoming, isHead } from './incoming.ts'
import { type LazyOperations, loadOperation } from './lazy-operations.ts'
import { errorHandler, internalError } from './middleware/error-handler.ts'
import type { HttpEvent } from './middleware/http-middleware.ts'
import { jsonBody } from './middleware/json-body.ts'
import { readRequest } from './middleware/read-request.ts'
import { responseHeaders } from './middleware/response-headers.ts'
import type { Operation } from './operation.ts'
import { recordedText } from './recorded-answer.ts'
import type { Reply } from './reply.ts'

const plainPath = () => import('./plain-path.ts')

const noSuchOperation = refuse('not_found', 'There is no operation with this method and path. See GET /openapi.json.')
const timedOut = refuse('timeout', 'The operation took too long. Try again later.')

/** The answer to a request, and the headers that go with it. */
export interface Outcome {
  readonly answer: Reply | Refusal | { readonly replayed: RecordedAnswer }
  readonly headers: Readonly<Record<string, string>>
}

/** What the answer at the deadline needs. */
export interface Known {
  /** The headers of every answer to this client. */
  readonly headers: Outcome['headers']
  /** Gives back what the request holds, such as its Idempotency-Key. */
  readonly giveBack?: () => Promise<void>
}

/** Answers a request. It writes nothing once the signal is aborted, and reports what the deadline needs as it learns it. */
export type Answerer = (
  operation: Operation,
  incoming: Incoming,
  signal: AbortSignal,
  report: (known: Known) => void,
) => Promise<Outcome>

export interface HandlerOptions {
  readonly streams: boolean
  /** The headers of the answer to a request that no operation is for. */
  readonly headersOfUnknown?: (incoming: Incoming) => Promise<Outcome['headers']>
}

/** The Lambda handler of a group of operations: the middleware, then the operation that the route names. */
export function gatewayHandler(operations: LazyOperations, answer: Answerer, options: HandlerOptions) {
  const handle = async ({ incoming }: HttpEvent, context: Context): Promise<GatewayAnswer> => {
    let known: Known = { headers: {} }
    const outcome = await withDeadline<Outcome>(
      context,
      { cleanUp: async () => await known.giveBack?.(), answer: () => ({ answer: timedOut, headers: known.headers }) },
      async (signal) => {
        const method = isHead(incoming) ? 'GET' : incoming.method
        const operation = await loadOperation(operations, `${method} ${incoming.route}`)
        const preflight = operation ? null : preflightReply(incoming)
        if (preflight) return { answer: preflight, headers: {} }
        if (!operation) {
          const moved = (await plainPath()).plainPathReply(incoming)
          return { answer: moved ?? noSuchOperation, headers: (await options.headersOfUnknown?.(incoming)) ?? {} }
        }
        return await answer(operation, incoming, signal, (reported) => {
          known = reported
        })
      },
    )
    const given = await gatewayAnswer(outcome, options.streams)
    return isHead(incoming) ? { ...given, body: '' } : given
  }
  const executionMode = options.streams ? executionModeStreamifyResponse : executionModeStandard
  // The deadline is ours: middy's does not know what a request has to give back.
  return middy<HttpEvent, GatewayAnswer>({ executionMode, timeoutEarlyInMillis: 0 })
    .use([responseHeaders(), errorHandler(internalError), readRequest(), jsonBody()])
    .handler(handle)
}

async function gatewayAnswer({ answer, headers }: Outcome, streams: boolean): Promise<GatewayAnswer> {
  const given = 'replayed' in answer ? await replayedAnswer(answer.replayed) : directAnswer(answer, streams)
  return { ...given, headers: { ...given.headers, ...headers } }
}

function directAnswer(answer: Reply | Refusal, streams: boolean): GatewayAnswer {
  return isRefusal(answer) ? refusalAnswer(answer) : replyAnswer(answer, streams)
}

async function replayedAnswer(recorded: RecordedAnswer): Promise<GatewayAnswer> {
  const { status: statusCode, headers } = recorded
  const body = (await recordedText(recorded)) ?? ''
  return { statusCode, headers: { 'Cache-Control': 'no-store', ...headers, 'Idempotent-Replayed': 'true' }, body }
}
