import * as v from 'valibot'
import { boundedBytes } from '../../../../shared/platform/bounded-answer.ts'
import { optionalEnvironment } from '../../../../shared/platform/environment.ts'
import {
  ConnectionRefused,
  type OpenConnection,
  transportFault,
  VendorLacks,
  VendorRefused,
  VendorUnavailable,
} from '../../../../shared/store/vendor-calls.ts'
import { yousignFacts } from './yousign-facts.ts'

interface Sent {
  readonly json?: unknown
  readonly form?: FormData
  /** The longest answer; without it, that of an answer in JSON. */
  readonly maxBytes?: number
}

/** Calls Yousign and gives the answer's bytes. Redirects are not followed: the key goes to Yousign alone. */
export async function callYousign(
  { environment, credentials }: OpenConnection,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { json, form, maxBytes = yousignFacts.maxJsonBytes }: Sent = {},
): Promise<Uint8Array> {
  const response = await fetch(`${baseUrl(environment)}${path}`, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(yousignFacts.timeoutMs),
    headers: {
      Authorization: `Bearer ${credentials.apiKey}`,
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: form ?? (json === undefined ? null : JSON.stringify(json)),
  }).catch((error: unknown) => {
    throw new VendorUnavailable(`Yousign did not answer: ${transportFault(error, yousignFacts.timeoutMs)}`)
  })
  const bytes = await boundedBytes(response, maxBytes).catch((error: unknown) => {
    throw new VendorUnavailable(`Yousign's answer broke off: ${transportFault(error, yousignFacts.timeoutMs)}`)
  })
  if (bytes === null) throw new VendorUnavailable(`Yousign's answer to ${path} is too long.`)
  if (response.ok) return bytes
  if (response.status === 429 || response.status >= 500)
    throw new VendorUnavailable(`Yousign answered ${response.status}.`)
  const refusal = `Yousign answered ${response.status}: ${problemIn(bytes)}`
  if (response.status === 404) throw new VendorLacks(refusal)
  throw isOfConnection(response.status, path) ? new ConnectionRefused(refusal) : new VendorRefused(refusal)
}

/** Whether the key is refused. Elsewhere a 403 is about the state of a request; the list has none. */
function isOfConnection(status: number, path: string): boolean {
  return status === 401 || (status === 403 && path.startsWith('/signature_requests?'))
}

/** The same, for an answer in JSON. */
export async function askYousign<S extends v.GenericSchema>(
  connection: OpenConnection,
  request: { readonly method: 'GET' | 'POST'; readonly path: string; readonly sent?: Sent },
  schema: S,
): Promise<v.InferOutput<S>> {
  const bytes = await callYousign(connection, request.method, request.path, request.sent)
  const answer = v.safeParse(schema, parsedJson(bytes))
  if (!answer.success) throw new VendorUnavailable(`Yousign's answer to ${request.path} cannot be read.`)
  return answer.output
}

function baseUrl(environment: OpenConnection['environment']): string {
  return optionalEnvironment('YOUSIGN_URL') ?? (environment === 'live' ? yousignFacts.liveUrl : yousignFacts.sandboxUrl)
}

const problem = v.object({ type: v.optional(v.string(), ''), detail: v.optional(v.string(), '') })

/** Errors have the form of RFC 9457. What else a vendor says is not repeated. */
function problemIn(bytes: Uint8Array): string {
  const read = v.safeParse(problem, parsedJson(bytes))
  return (read.success ? `${read.output.type} ${read.output.detail}`.trim() : '').slice(0, 300) || 'no reason'
}

/** Null where the bytes are no JSON. */
export function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}
