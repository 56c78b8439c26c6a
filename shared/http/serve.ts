import { Logger } from '@aws-lambda-powertools/logger'
import middy, { executionModeStandard, executionModeStreamifyResponse } from '@middy/core'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { optionalEnvironment } from '../environment.ts'
import { isRefusal, type Refusal, refuse } from '../errors/refusal.ts'
import { apiPlatform } from '../platform.ts'
import { answerRequest, type Outcome } from './answer-request.ts'
import { type GatewayAnswer, refusalAnswer, replyAnswer } from './gateway-answer.ts'
import { type Incoming, incomingFrom } from './incoming.ts'
import type { Operation } from './operation.ts'
import { recordedText } from './recorded-answer.ts'

/** Our own deadline, before the gateway's 29 s: an answer in the contract's shape beats a cut connection. */
const deadlineMs = 25_000

/** The handler of a group: its operations behind the pipeline. */
export function serve(operations: readonly Operation[], options: { streams?: boolean } = {}) {
  const streams = options.streams ?? false
  const routes = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]))
  const handler = async (event: APIGatewayProxyEvent, context: Context): Promise<GatewayAnswer> => {
    const incoming = incomingFrom(event, trustedProxies())
    const answer = await answerInTime(routes, incoming, context).catch((error: unknown) =>
      unexpected(error, incoming, context),
    )
    const given = await toGateway(answer, streams)
    given.headers['X-Request-Id'] = incoming.requestId
    return given
  }
  const executionMode = streams ? executionModeStreamifyResponse : executionModeStandard
  return middy<APIGatewayProxyEvent, GatewayAnswer>({ executionMode }).handler(handler)
}

function trustedProxies(): string[] {
  return optionalEnvironment('TRUSTED_PROXIES')?.split(',').filter(Boolean) ?? []
}

async function answerInTime(
  routes: ReadonlyMap<string, Operation>,
  incoming: Incoming,
  context: Context,
): Promise<Outcome> {
  const operation = routes.get(`${incoming.method} ${incoming.route}`)
  if (!operation) return { answer: refuse('not_found', 'There is no such operation.'), headers: {} }
  const late = new AbortController()
  const { promise: deadline, resolve } = Promise.withResolvers<Outcome>()
  const timer = setTimeout(
    () => {
      late.abort(new Error('the time for an answer is over'))
      resolve({ answer: refuse('timeout', 'The operation took too long; try again later.'), headers: {} })
    },
    Math.min(deadlineMs, context.getRemainingTimeInMillis() - 1_000),
  )
  const answered = answerRequest(apiPlatform, operation, incoming, late.signal)
  // Once the deadline has answered, what the abandoned work still throws is its abort.
  answered.catch(() => {})
  try {
    return await Promise.race([answered, deadline])
  } finally {
    clearTimeout(timer)
  }
}

async function toGateway({ answer, headers }: Outcome, streams: boolean): Promise<GatewayAnswer> {
  const given = await bareAnswer(answer, streams)
  return { ...given, headers: { ...given.headers, ...headers } }
}

async function bareAnswer(answer: Outcome['answer'], streams: boolean): Promise<GatewayAnswer> {
  if ('replayed' in answer) {
    const { status: statusCode, headers } = answer.replayed
    const body = (await recordedText(answer.replayed)) ?? ''
    return { statusCode, headers: { ...headers, 'Idempotent-Replayed': 'true' }, body }
  }
  return isRefusal(answer) ? refusalAnswer(answer) : replyAnswer(answer, streams)
}

let logger: Logger | undefined

/** A bug or broken infrastructure: logged whole, told bare. */
function unexpected(error: unknown, incoming: Incoming, context: Context): Outcome {
  logger ??= new Logger({ serviceName: context.functionName })
  const { requestId, method, route } = incoming
  logger.error('unexpected error', { requestId, method, route, error: error instanceof Error ? error : String(error) })
  const answer: Refusal = refuse(
    'internal_error',
    `Something went wrong on our side; quote ${requestId} when you report it.`,
  )
  return { answer, headers: {} }
}
