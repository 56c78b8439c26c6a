import type { Operations } from './api-types.ts'
import { hasUnsent } from './entries.ts'
import { currentRoute } from './router.ts'
import { accessToken, signIn } from './session.ts'
import { settings } from './settings.ts'

type Key = keyof Operations
type Part<K extends Key, Name extends string> = Operations[K] extends Record<Name, infer Value> ? Value : never

/** What an operation takes. */
export type Input<K extends Key> = ([Part<K, 'path'>] extends [never]
  ? { readonly path?: undefined }
  : { readonly path: Part<K, 'path'> }) & {
  readonly query?: Operations[K] extends { query?: infer Query } ? Partial<Query> : undefined
} & (Operations[K] extends { form: infer Form }
    ? { readonly form: Form }
    : Operations[K] extends { body: infer Body }
      ? { readonly body: Body }
      : { readonly body?: undefined }) & {
    /** The version that the reader saw. */
    readonly version?: number
  }

export type Answer<K extends Key> = Operations[K]['answer']

/** Why a request was not carried out. */
export class ApiProblem extends Error {
  readonly status: number
  /** A code of the API, `network` without an answer, `session_ended` where nobody is signed in any more. */
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string | null

  constructor(given: {
    status: number
    code: string
    message: string
    details: Readonly<Record<string, unknown>>
    requestId: string | null
  }) {
    super(given.message)
    this.status = given.status
    this.code = given.code
    this.details = given.details
    this.requestId = given.requestId
  }

  get needsRecentSignIn(): boolean {
    return this.details.reason === 'reauthentication_required'
  }

  get needsSignIn(): boolean {
    return this.needsRecentSignIn || this.code === 'session_ended'
  }
}

/** A problem of which the API said nothing. */
function ownProblem(code: 'network' | 'session_ended'): ApiProblem {
  return new ApiProblem({ status: 0, code, message: '', details: {}, requestId: null })
}

const timeLimitMs = 60_000

/** What passes through the API with a form; a larger file is uploaded beside it. */
const mostOfForm = 4_000_000

/** Sends a request to the API, as the reference describes it. Throws an `ApiProblem` where it was refused. */
export async function call<K extends Key>(operation: K, input: Input<K>): Promise<Answer<K>> {
  const response = await answered(operation, await withLargeFileUploaded(input))
  if (response.status === 204) return null as Answer<K>
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return (isJson ? await response.json() : await response.blob()) as Answer<K>
}

async function withLargeFileUploaded(input: RequestInput): Promise<RequestInput> {
  const { file, data, ...others } = entriesOf(input.form)
  if (!(file instanceof File) || file.size <= mostOfForm || Object.keys(others).length > 0) return input
  return { ...input, form: undefined, body: { ...entriesOf(data), uploadId: await uploaded(file) } }
}

const uploadTypes = ['application/pdf', 'text/csv', 'image/png', 'image/jpeg'] as const
/** A slow line takes minutes for 15 MB. */
const uploadLimitMs = 600_000

/** Puts a file where uploads are, and gives the id by which an operation takes it. */
export async function uploaded(file: File): Promise<string> {
  const contentType = uploadTypes.find((type) => type === file.type) ?? 'application/pdf'
  const body = { fileName: file.name, contentType, size: file.size }
  const { id, url, method, headers } = await call('POST /v1/uploads', { body })
  // Browsers set this one themselves.
  const sendable = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length')
  const put = { method, headers: Object.fromEntries(sendable), body: file, credentials: 'omit' as const }
  const answer = await fetch(url, { ...put, signal: AbortSignal.timeout(uploadLimitMs) }).catch(() => null)
  if (answer?.ok) return id
  throw ownProblem('network')
}

async function answered(operation: Key, input: RequestInput): Promise<Response> {
  const request = requestOf(operation, input)
  const response = await sent(request, await validToken())
  if (response.status !== 401) return await orProblem(response)
  return await orProblem(await sent(request, await validToken({ isRefused: true })))
}

/** Without a token, the page is left to sign in; not while that would lose entries. */
async function validToken({ isRefused = false } = {}): Promise<string> {
  const token = await accessToken({ isRefused }).catch(() => {
    throw ownProblem('network')
  })
  if (token !== null) return token
  if (hasUnsent()) throw ownProblem('session_ended')
  return await signIn({ isSilent: true, route: currentRoute() })
}

interface RequestInput {
  readonly path?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly form?: unknown
  readonly version?: number
}

interface ApiRequest {
  readonly url: string
  readonly method: string
  /** Equal requests are the same to the reader who sends them again. */
  readonly content: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: BodyInit | null
}

function requestOf(operation: Key, { path, query, body, form, version }: RequestInput): ApiRequest {
  const [method = '', template = ''] = operation.split(' ')
  const values = entriesOf(path)
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')))
  const given = Object.entries(entriesOf(query)).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  const url = `${settings.baseUrl}${filled}${search ? `?${search}` : ''}`
  const content = `${method} ${url} ${JSON.stringify(form ?? body, (_, value: unknown) => (value instanceof File ? fileFacts(value) : value))}`
  return {
    url,
    method,
    content,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      // A repeated request has the answer of the first one.
      ...(method === 'POST' && { 'Idempotency-Key': unanswered.get(content) ?? crypto.randomUUID() }),
      ...(version !== undefined && { 'If-Match': `W/"${version}"` }),
    },
    body: typeof form === 'object' && form !== null ? formOf(form) : body === undefined ? null : JSON.stringify(body),
  }
}

const fileFacts = ({ name, size, lastModified }: File) => ({ name, size, lastModified })

/** Keys of POSTs whose outcome nobody knows. Who sends the same again by hand must not do it twice. */
const unanswered = new Map<string, string>()

function entriesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** A form of files, with other values as JSON. */
function formOf(values: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values))
    form.append(name, value instanceof Blob ? value : new Blob([JSON.stringify(value)], { type: 'application/json' }))
  return form
}

/** A request without an answer is sent once more: reading changes nothing, and the key of a POST keeps it from happening twice. */
async function sent(request: ApiRequest, token: string): Promise<Response> {
  const key = request.headers['Idempotency-Key']
  const response = await sentOnce(request, token)
    .catch(() => sentOnce(request, token))
    .catch(() => null)
  if (key && (response === null || response.status >= 500)) unanswered.set(request.content, key)
  else unanswered.delete(request.content)
  if (response === null) throw ownProblem('network')
  return response
}

function sentOnce({ url, method, headers, body }: ApiRequest, token: string): Promise<Response> {
  return fetch(url, {
    method,
    body,
    headers: { ...headers, Authorization: `Bearer ${token}` },
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(timeLimitMs),
  })
}

async function orProblem(response: Response): Promise<Response> {
  if (response.ok) return response
  const body: unknown = await response.json().catch(() => null)
  const { code = 'internal_error', message = '', details = {} } = errorIn(body)
  const requestId = response.headers.get('x-request-id')
  throw new ApiProblem({ status: response.status, code, message, details, requestId })
}

function errorIn(body: unknown): { code?: string; message?: string; details?: Record<string, unknown> } {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object'
    ? { ...body.error }
    : {}
}
