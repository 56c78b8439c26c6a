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
import { trustedProxies } from './trusted-proxies.ts'
import { unexpected } from './unexpected.ts'

/** Our own deadline, before the gateway's 29 s: an answer in the contract's shape beats a cut connection. */
const deadlineMs = 25_000

/** What became of a request, with the headers that every answer to this client carries. */
export interface Outcome {
  readonly answer: Reply | Refusal | { readonly replayed: RecordedAnswer }
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Answers a request, and writes nothing any more once the signal is aborted. What it tells before are headers that every answer to
 * this client carries from then on, the one of a deadline too.
 */
export type Answerer = (
  operation: Operation,
  incoming: Incoming,
  signal: AbortSignal,
  tell: (headers: Outcome['headers']) => void,
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
      : { answer: refuse('not_found', 'There is no such operation.'), headers: {} }
    const given = await bareAnswer(outcome.answer, options.streams)
    given.headers = { ...given.headers, ...outcome.headers, 'X-Request-Id': incoming.requestId }
    return given
  }
  const executionMode = options.streams ? executionModeStreamifyResponse : executionModeStandard
  // The deadline is ours alone: middy's would come after it, and takes a timer of each request.
  return middy<APIGatewayProxyEvent, GatewayAnswer>({ executionMode, timeoutEarlyInMillis: 0 }).handler(handler)
}

/** The outcome, or `timeout` with whatever is still under way told to write nothing any more. */
async function inTime(
  context: Context,
  run: (signal: AbortSignal, tell: (headers: Outcome['headers']) => void) => Promise<Outcome>,
): Promise<Outcome> {
  const late = new AbortController()
  let headers: Outcome['headers'] = {}
  const { promise: deadline, resolve } = Promise.withResolvers<Outcome>()
  const giveUp = () => {
    late.abort(new Error('the time for an answer is over'))
    resolve({ answer: refuse('timeout', 'The operation took too long; try again later.'), headers })
  }
  const timer = setTimeout(giveUp, Math.min(deadlineMs, context.getRemainingTimeInMillis() - 1_000))
  const running = run(late.signal, (told) => {
    headers = told
  })
  // Once the deadline has answered, what the abandoned work still throws is its abort.
  running.catch(() => {})
  try {
    return await Promise.race([running, deadline])
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
