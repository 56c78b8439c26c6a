import { hash } from 'node:crypto'
import type { BinaryBody, Reply } from '../../shared/http/reply.ts'
import { reply } from '../../shared/http/reply.ts'

/** A text that is the same for everybody, with the headers that belong to it. */
export interface CachedText {
  readonly text: string
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

/** A text under the hash of its content, for anybody to keep for an hour. */
export function cachedText(text: string, headers: Record<string, string> = {}): CachedText {
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 27)}"`
  return { text, etag, headers: { ...headers, 'Cache-Control': 'public, max-age=3600', ETag: etag } }
}

/** The text, or 304 when the caller holds it already (RFC 9110 §13.1.2: compared weakly, `*` matches any). */
export function cachedAnswer(
  cached: CachedText,
  contentType: string,
  ifNoneMatch: string | undefined,
): Reply<200, BinaryBody> | Reply<304, null> {
  const held = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (held.includes(cached.etag) || held.includes('*')) return reply(304, null, cached.headers)
  return reply(200, { stream: cached.text, contentType }, cached.headers)
}

/** Makes a text again only when the address that it names is another one than before. */
export function rememberedFor<T>(make: (baseUrl: string) => Promise<T>): (baseUrl: string) => Promise<T> {
  let last: { readonly baseUrl: string; readonly made: Promise<T> } | undefined
  return (baseUrl) => {
    if (last?.baseUrl === baseUrl) return last.made
    const made = make(baseUrl)
    last = { baseUrl, made }
    made.catch(() => {
      last = undefined
    })
    return made
  }
}
