import type { IncomingMessage } from 'node:http'
import { request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import * as v from 'valibot'
import { optionalEnvironment } from '../../../../shared/platform/environment.ts'
import { lookupOf, resolveTarget } from '../../../../shared/platform/resolve-target.ts'
import { targetFault } from '../../../../shared/platform/target.ts'
import {
  ConnectionRefused,
  transportFault,
  VendorRefused,
  VendorUnavailable,
} from '../../../../shared/store/vendor-calls.ts'
import { cscFacts } from './csc-facts.ts'

/** The provider answered with an error. `code` is its word for it (RFC 6749), such as `invalid_grant`. */
export class CscRefused extends VendorRefused {
  readonly code: string
  readonly status: number

  constructor({ code, status }: { readonly code: string; readonly status: number }, message: string) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** Every call of the API is a POST: of JSON to the API, of a form to the authorization server. */
export interface CscCall {
  readonly url: string
  readonly token?: string
  readonly json?: object
  readonly form?: Readonly<Record<string, string>>
}

/**
 * Calls a provider. Customers name its address, so only public hosts are connected to (and this machine in the local cloud), at the
 * address that was resolved, without redirects.
 */
export async function askCsc<S extends v.GenericSchema>(
  call: CscCall,
  schema: S,
  signal: AbortSignal,
): Promise<v.InferOutput<S>> {
  const { status, body } = await posted(call, signal).catch((error: unknown) => {
    if (error instanceof VendorRefused || error instanceof VendorUnavailable) throw error
    throw new VendorUnavailable(`The provider did not answer: ${transportFault(error, cscFacts.requestTimeoutMs)}`)
  })
  const path = new URL(call.url).pathname
  if (status === 429 || status >= 500) throw new VendorUnavailable(`The provider answered ${status} to ${path}.`)
  const json = parsed(body)
  if (status !== 200) {
    const { error, text } = problemIn(json)
    throw new CscRefused({ code: error, status }, `The provider answered ${status} to ${path}: ${text}`)
  }
  const answer = v.safeParse(schema, json)
  if (!answer.success) throw new VendorUnavailable(`The provider's answer to ${path} cannot be read.`)
  return answer.output
}

/** Throws where an address cannot be a provider's. */
export function demandTarget(url: string): void {
  const fault = addressFault(url)
  if (fault !== null) throw new ConnectionRefused(`The address ${url.slice(0, 200)} cannot be used. ${fault}`)
}

/** What is wrong with an address, and what to do; null: nothing that can be seen without asking for its host. */
export function addressFault(url: string): string | null {
  return targetFault(url, rules())
}

const rules = () => ({ isLocalAllowed: optionalEnvironment('LOCAL_WEBHOOK_RECEIVERS') === 'allowed' })

async function posted({ url, token, json, form }: CscCall, signal: AbortSignal) {
  demandTarget(url)
  const target = await resolveTarget(url, rules(), { signal })
  if ('fault' in target) throw new VendorUnavailable(`The host of the provider cannot be reached: ${target.fault}.`)
  const body = Buffer.from(form ? new URLSearchParams(form).toString() : JSON.stringify(json ?? {}))
  const headers = {
    'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
    'content-length': body.length,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: Buffer }>()
  const options = { method: 'POST', headers, signal, agent: false as const, lookup: lookupOf(target.addresses) }
  const ask = new URL(url).protocol === 'https:' ? requestByHttps : requestByHttp
  const asked = ask(url, options, (response) => {
    bodyOf(response).then((bytes) => resolve({ status: response.statusCode ?? 500, body: bytes }), reject)
  })
  asked.on('error', reject)
  asked.end(body)
  return await promise
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response) {
    parts.push(part)
    length += part.length
    if (length > cscFacts.maxAnswerBytes) throw new VendorUnavailable('The answer of the provider is too long.')
  }
  return Buffer.concat(parts)
}

const problem = v.object({ error: v.optional(v.string(), ''), error_description: v.optional(v.string(), '') })

/** What else a provider says is not repeated. */
function problemIn(json: unknown): { readonly error: string; readonly text: string } {
  const read = v.safeParse(problem, json)
  const { error, error_description } = read.success ? read.output : { error: '', error_description: '' }
  return { error, text: `${error} ${error_description}`.trim().slice(0, 300) || 'no reason' }
}

/** Null where the bytes are no JSON. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
