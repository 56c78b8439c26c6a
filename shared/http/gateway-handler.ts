import { setTimeout as pause } from 'node:timers/promises'
import middy from '@middy/core'
import { executionModeStandard } from '@middy/core/executionModeStandard'
import { executionModeStreamifyResponse } from '@middy/core/executionModeStreamifyResponse'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { isRefusal, type Refusal, refuse } from '../errors/refusal.ts'
import type { RecordedAnswer } from '../store/packed-answer.ts'
import { type GatewayAnswer, refusalAnswer, replyAnswer } from './gateway-answer.ts'
import { type Incoming, incomingFrom } from './incoming.ts'
import { loaderOf, type ServedOperations } from './late-operation.ts'
import type { Operation } from './operation.ts'
import { recordedText } from './recorded-answer.ts'
import type { Reply } from './reply.ts'
import { securityHeaders } from './security-headers.ts'
import { trustedProxies } from './trusted-proxies.ts'
import { unexpected } from './unexpected.ts'

/** Our own deadline, before the gateway's 29 s: an answer in the contract's shape beats a cut connection. */
const deadlineMs = 25_000
/** Within the second that is left until the function's own end. */
const giveBackWithinMs = 700

/** What became of a request, with the headers that every answer to this client carries. */
export interface Outcome {
  readonly answer: Reply | Refusal | { readonly replayed: RecordedAnswer }
  readonly headers: Readonly<Record<string, string>>
}

/** What is known of a request before it is answered. */
export interface Known {
  /** What every answer to this client carries from then on, the one of a deadline too. */
  readonly headers: Outcome['headers']
  /** Gives back what the request holds, such as its Idempotency-Key, where it is given up. */
  readonly giveBack?: () => Promise<void>
}

/** Answers a request, and writes nothing any more once the signal is aborted. */
export type Answerer = (
  operation: Operation,
  incoming: Incoming,
  signal: AbortSignal,
  tell: (known: Known) => void,
) => Promise<Outcome>

/** The Lambda handler of a group: finds the operation, lets it be answered in time, and gives the gateway its shape. */
export function gatewayHandler(operations: ServedOperations, answer: Answerer, options: { streams: boolean }) {
  const routes = new Map(operations.map((served) => [`${served.method} ${served.path}`, loaderOf(served)]))
  const handler = async (event: APIGatewayProxyEvent, context: Context): Promise<GatewayAnswer> => {
    const incoming = incomingFrom(event, trustedProxies())
    const load = routes.get(`${incoming.method} ${incoming.route}`)
    const outcome = load
      ? await inTime(context, async (signal, tell) => await answer(await load(), incoming, signal, tell)).catch(
          async (error: unknown) => ({ answer: await unexpected(error, incoming), headers: {} }),
        )
      : {
          answer: refuse('not_found', 'There is no operation with this method and path. See GET /openapi.json.'),
          headers: {},
        }
    const given = await bareAnswer(outcome.answer, options.streams)
    given.headers = { ...given.headers, ...outcome.headers, ...securityHeaders, 'X-Request-Id': incoming.requestId }
    return given
  }
  const executionMode = options.streams ? executionModeStreamifyResponse : executionModeStandard
  // The deadline is ours alone: middy's would come after it, and takes a timer of each request.
  return middy<APIGatewayProxyEvent, GatewayAnswer>({ executionMode, timeoutEarlyInMillis: 0 }).handler(handler)
}

/** The outcome, or `timeout` with whatever is still under way told to write nothing any more. */
async function inTime(
  context: Context,
  run: (signal: AbortSignal, tell: (known: Known) => void) => Promise<Outcome>,
): Promise<Outcome> {
  const late = new AbortController()
  let known: Known = { headers: {} }
  const { promise: deadline, resolve } = Promise.withResolvers<Outcome>()
  const giveUp = async () => {
    late.abort(new Error('the time limit for an answer has passed'))
    // Once it is answered the function may stand still, with whatever the abandoned work had still to do.
    await Promise.race([known.giveBack?.(), pause(giveBackWithinMs)]).catch(() => {})
    resolve({ answer: refuse('timeout', 'The operation took too long. Try again later.'), headers: known.headers })
  }
  const timer = setTimeout(giveUp, Math.min(deadlineMs, context.getRemainingTimeInMillis() - 1_000))
  const running = run(late.signal, (told) => {
    known = told
  })
  // Whatever comes of the work once it is given up is what its abort has made of it.
  const inItsTime = running.then(
    (outcome) => (late.signal.aborted ? deadline : outcome),
    (error: unknown) => {
      if (!late.signal.aborted) throw error
      return deadline
    },
  )
  try {
    return await Promise.race([inItsTime, deadline])
  } finally {
    clearTimeout(timer)
  }
}

async function bareAnswer(answer: Outcome['answer'], streams: boolean): Promise<GatewayAnswer> {
  if ('replayed' in answer) {
    const { status: statusCode, headers } = answer.replayed
    const body = (await recordedText(answer.replayed)) ?? ''
    return { statusCode, headers: { 'Cache-Control': 'no-store', ...headers, 'Idempotent-Replayed': 'true' }, body }
  }
  return isRefusal(answer) ? refusalAnswer(answer) : replyAnswer(answer, streams)
}
