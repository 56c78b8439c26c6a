import { type Refusal, refuse } from '../errors/refusal.ts'
import type { Body, FormBody } from './body.ts'
import type { Incoming } from './incoming.ts'

/** JSON bodies are no larger (contract limits: 1 MiB). */
export const maxJsonBytes = 1_048_576
/** What a Lambda invocation carries of a multipart request once base64 and the event around it are counted. */
export const maxMultipartBytes = 4_400_000
export const uploadsPath = '/v1/uploads'

/** A body taken apart, not yet held against the operation's schema. */
export interface RawBody {
  readonly json: unknown
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null
  /** What is wrong with the data of a form: told only after what is wrong with its file. */
  readonly dataFault?: Refusal<'bad_request'>
}

const nothing: RawBody = { json: undefined, file: null }

/** Whether the body is larger than its kind may be. Told before anything else is looked at. */
export function sizeRefusal(incoming: Incoming): Refusal<'payload_too_large'> | null {
  const maxBytes = isMultipart(incoming) ? maxMultipartBytes : maxJsonBytes
  if (incoming.body.length <= maxBytes) return null
  const message = `The body is larger than ${maxBytes} bytes. Upload larger files with POST ${uploadsPath}.`
  return refuse('payload_too_large', message, { maxBytes, uploadsPath })
}

export function isMultipart(incoming: Incoming): boolean {
  return /^multipart\/form-data\b/i.test(incoming.headers['content-type'] ?? '')
}

/** The body's parts, or why it cannot be parsed. */
export async function readRawBody(
  declared: Body | undefined,
  incoming: Incoming,
): Promise<RawBody | Refusal<'bad_request'>> {
  if (!declared) return nothing
  if (declared.kind === 'form' && isMultipart(incoming)) return await readForm(declared, incoming)
  // An empty body is an empty object: operations whose fields are all optional need none.
  if (incoming.body.length === 0) return { json: {}, file: null }
  if (!isJson(incoming))
    return refuse('bad_request', `The Content-Type is not supported. Send ${acceptedTypes(declared)}.`)
  return readJson(incoming.body.toString('utf8'), 'The body')
}

async function readForm({ schema }: FormBody, incoming: Incoming): Promise<RawBody | Refusal<'bad_request'>> {
  // The parser is loaded for forms, and for nothing else.
  const { readMultipart } = await import('./multipart.ts')
  const form = await readMultipart(incoming.headers['content-type'] ?? '', incoming.body)
  if (!form) return refuse('bad_request', 'The multipart body cannot be parsed. Check its boundary and its last line.')
  // Where no data is asked for, its part is passed over like any other.
  const data = readJson((schema && form.data) ?? '{}', 'The data part')
  return 'refused' in data
    ? { json: undefined, file: form.file, dataFault: data }
    : { json: data.json, file: form.file }
}

/** An escape that is half of a character outside Unicode's first plane, without its other half: no key of the table takes it. */
const halfCharacter = /\\ud[89ab][\da-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][\da-f]{2})\\ud[c-f][\da-f]{2}/i

function readJson(text: string, what: string): RawBody | Refusal<'bad_request'> {
  if (!text.isWellFormed() || halfCharacter.test(text.replaceAll('\\\\', ' ')))
    return refuse('bad_request', `${what} contains an unpaired surrogate (half of a character).`)
  try {
    return { json: JSON.parse(text), file: null }
  } catch {
    return refuse('bad_request', `${what} is not valid JSON.`)
  }
}

function isJson(incoming: Incoming): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(incoming.headers['content-type'] ?? '')
}

function acceptedTypes(declared: Body): string {
  return declared.kind === 'form' ? 'multipart/form-data, or application/json with uploadId' : 'application/json'
}
