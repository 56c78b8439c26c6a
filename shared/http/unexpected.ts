import { Logger } from '@aws-lambda-powertools/logger'
import { type Refusal, refuse } from '../errors/refusal.ts'
import type { Incoming } from './incoming.ts'

let logger: Logger | undefined

/** A bug or broken infrastructure: logged whole, told bare. */
export function unexpected(error: unknown, { requestId, method, route }: Incoming): Refusal<'internal_error'> {
  logger ??= new Logger({ serviceName: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'api' })
  logger.error('unexpected error', { requestId, method, route, error: error instanceof Error ? error : String(error) })
  return refuse('internal_error', `Something went wrong on our side; quote ${requestId} when you report it.`)
}
