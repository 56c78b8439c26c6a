import * as v from 'valibot'
import { type Refusal, refuse } from '../errors/refusal.ts'
import type { Body, FormBody } from './body.ts'
import { hasHalfCharacter } from './half-character.ts'
import type { Incoming } from './incoming.ts'

/** The contract's limit of a JSON body: 1 MiB. */
export const maxJsonBytes = 1_048_576
/** What fits into a Lambda event once the body is base64. */
export const maxMultipartBytes = 4_400_000
export const uploadsPath = '/v1/uploads'

/** A body in its parts, not validated yet. */
export interface RawBody {
  readonly json: unknown
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null
  /** Further parts of a form, by their names. */
  readonly parts?: ReadonlyMap<string, Uint8Array>
  /** The fault of a form's data part. Faults of the file win over it. */
  readonly dataFault?: Refusal<'bad_request'>
}

const nothing: RawBody = { json: undefined, file: null }

/** Refuses a body that is too large for its kind. This is the very first check. */
export function sizeRefusal(incoming: Incoming): Refusal<'payload_too_large'> | null {
  const maxBytes = isMultipart(incoming) ? maxMultipartBytes : maxJsonBytes
  if (incoming.body.length <= maxBytes) return null
  const message = `The body is larger than ${maxBytes} bytes. Upload larger files with POST ${uploadsPath}.`
  return refuse('payload_too_large', message, { maxBytes, uploadsPath })
}

export function isMultipart(incoming: Incoming): boolean {
  return /^multipart\/form-data\b/i.test(incoming.headers['content-type'] ?? '')
}

/** Returns the parts of the body, or why it cannot be parsed. */
export async function readRawBody(
  declared: Body | undefined,
  incoming: Incoming,
): Promise<RawBody | Refusal<'bad_request'>> {
  if (!declared) return nothing
  const refusal = incoming.body.length > 0 ? encodingRefusal(incoming.headers) : null
  if (refusal) return refusal
  if (declared.kind === 'form' && isMultipart(incoming)) return await readForm(declared, incoming)
  if (incoming.body.length === 0) return withoutBody(declared)
  return readJsonBody(declared, incoming)
}

/** Operations whose fields are all optional need no body. A form without one lacks its file, which is another error. */
function withoutBody(declared: Body): RawBody | Refusal<'bad_request'> {
  if (declared.kind === 'form' || v.is(declared.schema, {})) return { json: {}, file: null }
  return refuse('bad_request', 'The body is empty. Send JSON with Content-Type: application/json.')
}

const readableCharsets = ['utf-8', 'utf8', 'us-ascii']

/** Bodies are UTF-8, as JSON is (RFC 8259 §8.1), and are not compressed. */
function encodingRefusal(headers: Incoming['headers']): Refusal<'bad_request'> | null {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (encoding !== 'identity')
    return refuse('bad_request', 'Compressed bodies are not supported. Send the body without Content-Encoding.')
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase()
  if (charset === undefined || readableCharsets.includes(charset)) return null
  return refuse('bad_request', 'This charset is not supported. Send UTF-8.')
}

async function readForm({ schema, file }: FormBody, incoming: Incoming): Promise<RawBody | Refusal<'bad_request'>> {
  // Loaded on first use: few requests are forms.
  const { readMultipart } = await import('./multipart.ts')
  const form = await readMultipart(incoming.headers['content-type'] ?? '', incoming.body, file.partsNamed)
  if (!form) return refuse('bad_request', 'The multipart body cannot be parsed. Check its boundary and its last line.')
  // An operation that takes no data ignores the part, like any other unknown part.
  const data = readDataPart((schema && form.data) ?? '{}')
  return 'refused' in data
    ? { json: undefined, file: form.file, dataFault: data }
    : { json: withUpload(data.json, form.uploadId), file: form.file, ...(form.parts && { parts: form.parts }) }
}

/** Where the file was uploaded before, a form names it beside its data, or in it. */
function withUpload(json: unknown, uploadId: string | null): unknown {
  if (uploadId === null || typeof json !== 'object' || json === null || Array.isArray(json)) return json
  return { ...json, uploadId: uploadId.trim() }
}

function readJsonBody(declared: Body, { json }: Incoming): RawBody | Refusal<'bad_request'> {
  if (json && 'value' in json) return { json: json.value, file: null }
  switch (json?.fault) {
    case 'content_type':
      return refuse('bad_request', `The Content-Type is not supported. Send ${acceptedTypes(declared)}.`)
    case 'half_character':
      return halfCharacterIn('The body')
    case 'not_utf8':
      return notUtf8('The body')
    default:
      return refuse('bad_request', 'The body is not valid JSON, or has a forbidden key such as __proto__.')
  }
}

/** The data part of a form is JSON, whatever type the part declares. */
function readDataPart(text: string | 'not_utf8'): RawBody | Refusal<'bad_request'> {
  if (text === 'not_utf8') return notUtf8('The data part')
  if (hasHalfCharacter(text)) return halfCharacterIn('The data part')
  try {
    return { json: JSON.parse(text, refuseProto), file: null }
  } catch {
    return refuse('bad_request', 'The data part is not valid JSON, or has a forbidden key such as __proto__.')
  }
}

/** As the parser of JSON bodies does: no key of a body may change objects. */
function refuseProto(key: string, value: unknown): unknown {
  const isOfConstructor = key === 'constructor' && typeof value === 'object' && value !== null
  if (key === '__proto__' || (isOfConstructor && Object.hasOwn(value, 'prototype')))
    throw new SyntaxError('forbidden key')
  return value
}

function halfCharacterIn(what: string): Refusal<'bad_request'> {
  return refuse('bad_request', `${what} contains half of a character (an unpaired surrogate).`)
}

function notUtf8(what: string): Refusal<'bad_request'> {
  return refuse('bad_request', `${what} has bytes that are no UTF-8. Encode the text in UTF-8.`)
}

function acceptedTypes(declared: Body): string {
  return declared.kind === 'form' ? 'multipart/form-data, or application/json with uploadId' : 'application/json'
}
