import { deflateSync, inflateSync } from 'node:zlib'
import * as v from 'valibot'

const headSchema = v.object({
  status: v.number(),
  headers: v.record(v.string(), v.string()),
  /** Where the body is kept when an item cannot hold it. */
  object: v.optional(v.string()),
})

/** The answer that a repeated request gets: its body as text, or where it is kept when an item cannot hold it. */
export interface RecordedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly in: 'item'; readonly text: string | null } | { readonly in: 'object'; readonly key: string }
}

export type PackedAnswer = Uint8Array<ArrayBuffer>

/** An answer as compressed bytes. */
export function packAnswer({ status, headers, body }: RecordedAnswer): PackedAnswer {
  const head = JSON.stringify({ status, headers, ...(body.in === 'object' && { object: body.key }) })
  const hasText = body.in === 'item' && body.text !== null
  return deflateSync(hasText ? `${head}\n${body.text}` : head)
}

/** The answer in such bytes. Other bytes throw. */
export function unpackAnswer(packed: Uint8Array): RecordedAnswer {
  const content = inflateSync(packed).toString('utf8')
  // JSON on one line: what follows its end is the body.
  const [end] = content.split('\n', 1)
  const { status, headers, object } = v.parse(headSchema, JSON.parse(end ?? ''))
  if (object !== undefined) return { status, headers, body: { in: 'object', key: object } }
  const text = end === content ? null : content.slice((end ?? '').length + 1)
  return { status, headers, body: { in: 'item', text } }
}
