import { traceHeaderName, traceHeaderOf } from '../../../infra/local/trace.ts'
import type { Ask } from '../../matrices/scenarios/scenario.ts'
import { type Answer, call } from '../../support/client.ts'

/** Sends a request once, under a key and, if one is given, a trace. */
export async function attempt(method: string, { path, options }: Ask, key: string, trace?: string): Promise<Answer> {
  const headers: Record<string, string> = { ...options.headers, 'Idempotency-Key': key }
  if (trace !== undefined) headers[traceHeaderName] = traceHeaderOf(trace)
  return await call(method, path, { ...options, headers })
}

export const succeeded = ({ status }: Answer) => status >= 200 && status < 300
export const codeOf = ({ body, status }: Answer): string => body?.error?.code ?? String(status)
