import { setTimeout as pause } from 'node:timers/promises'
import { cloud } from './cloud.ts'
import { operationAt, recordMet } from './coverage.ts'

/** An answer of the API, with its body read. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers by the contract, whose shapes they assert
  readonly body: any
  readonly text: string
}

export interface CallOptions {
  readonly token?: string | null
  readonly json?: unknown
  /** Sent as it is; `json` is left out then. */
  readonly body?: string | FormData | Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
}

/** Calls the API and notes what the operation answered with. */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await fetch(`${cloud().baseUrl}${path}`, {
    method,
    headers: headersOf(options),
    ...(options.body !== undefined ? { body: options.body } : {}),
    ...(options.json !== undefined ? { body: JSON.stringify(options.json) } : {}),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  const body = isJson && text ? JSON.parse(text) : undefined
  note(method, path, response.status, body)
  return { status: response.status, headers: response.headers, body, text }
}

const preparationTries = 5

/**
 * Prepares a test with a request that is safe to repeat. A slow machine sometimes answers 5xx and still completes the request, so this
 * waits and repeats it; each such answer is logged. Do not use it for the request under test.
 */
export async function persistently(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    const isUnsettled = answer.status >= 500 || answer.body?.error?.code === 'idempotency_in_progress'
    if (!isUnsettled || tries === preparationTries) return answer
    console.warn(`a preparation was answered ${answer.status} at try ${tries}, and is asked for again: ${answer.text}`)
    await pause(tries ** 2 * 1_000)
  }
}

/** For what a test needs before it begins: anything but the status expected ends it with the answer's text. */
export function demand(answer: Answer, status: number): void {
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}: ${answer.text}`)
}

/** Downloads bytes; an error is noted as by `call`. */
export async function download(
  path: string,
  token: string,
): Promise<{ status: number; headers: Headers; bytes: Uint8Array }> {
  const response = await fetch(`${cloud().baseUrl}${path}`, { headers: { Authorization: `Bearer ${token}` } })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const error = response.status >= 400 ? JSON.parse(Buffer.from(bytes).toString()) : undefined
  note('GET', path, response.status, error)
  return { status: response.status, headers: response.headers, bytes }
}

function headersOf({ token, json, headers }: CallOptions): Record<string, string> {
  return {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(json !== undefined ? { 'Content-Type': 'application/json' } : {}),
    ...headers,
  }
}

type ErrorBody = { error?: { code?: string } } | undefined

function note(method: string, path: string, status: number, body: ErrorBody): void {
  const { metErrorsFile } = cloud()
  if (!metErrorsFile) return
  const operation = operationAt(method, path.split('?')[0] ?? '')?.id ?? null
  const code = status < 400 ? null : (body?.error?.code ?? null)
  recordMet(metErrorsFile, { operation, code })
}
