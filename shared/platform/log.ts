import type { Logger } from '@aws-lambda-powertools/logger'

let logger: Logger | undefined

/**
 * Writes an error to the structured log, whole, with what it was about. Powertools is loaded at the first one: a function
 * that has nothing to complain of starts without it.
 */
export async function logError(message: string, error: unknown, about: Readonly<Record<string, string>> = {}) {
  logger ??= await newLogger()
  logger.error(message, { ...about, error: error instanceof Error ? error : String(error) })
}

async function newLogger(): Promise<Logger> {
  const { Logger } = await import('@aws-lambda-powertools/logger')
  return new Logger({ serviceName: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'sealpost' })
}
