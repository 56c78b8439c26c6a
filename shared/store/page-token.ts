import { createHmac, hash } from 'node:crypto'
import * as v from 'valibot'
import { type Refusal, refuse } from '../errors/refusal.ts'
import { dayMs } from '../platform/clock.ts'
import { equalInConstantTime } from '../platform/constant-time.ts'
import { currentKey, type KeyRing, keyNamed } from '../platform/key-ring.ts'

/** What a page token is bound to: it works for the same list, principal and filters only. */
export interface PageScope {
  readonly list: string
  readonly principalId: string
  readonly filters: Readonly<Record<string, unknown>>
}

const tokenSchema = v.object({
  v: v.literal(1),
  /** Where the next page starts. */
  k: v.string(),
  /** SHA-256 of the scope. */
  f: v.string(),
  /** Milliseconds since the epoch after which it no longer counts. */
  exp: v.number(),
})

/** Of a cursor: what it is bound to is the same, but it never expires. */
const cursorSchema = v.object({ v: v.literal(1), c: v.string(), f: v.string() })

const validForMs = dayMs

const invalid = refuse(
  'invalid_page_token',
  'pageToken is not valid: send the nextPageToken of the page before, unchanged and with the same filters, within 24 hours.',
)

const invalidCursor = refuse(
  'invalid_page_token',
  'cursor is not valid: send the cursor of an earlier page, unchanged and with the same filters.',
)

/**
 * `base64url(JSON).key number.base64url(HMAC-SHA256)`: opaque to clients, holds nothing secret, and cannot be altered.
 */
export function issuePageToken(position: string, scope: PageScope, ring: KeyRing, nowMs: number): string {
  return sealed({ v: 1, k: position, f: scopeHash(scope), exp: nowMs + validForMs }, ring)
}

/** A token of the same form that can be kept. Neither passes for the other. */
export function issueCursor(position: string, scope: PageScope, ring: KeyRing): string {
  return sealed({ v: 1, c: position, f: scopeHash(scope) }, ring)
}

/** The position that a token of ours holds, or why it cannot be used here. */
export function readPageToken(
  token: string,
  scope: PageScope,
  ring: KeyRing,
  nowMs: number,
): { position: string } | Refusal<'invalid_page_token'> {
  const content = v.safeParse(tokenSchema, unsealed(token, ring))
  if (!content.success || content.output.exp <= nowMs || content.output.f !== scopeHash(scope)) return invalid
  return { position: content.output.k }
}

/** The position that a cursor of ours holds, or why it cannot be used here. */
export function readCursor(
  cursor: string,
  scope: PageScope,
  ring: KeyRing,
): { position: string } | Refusal<'invalid_page_token'> {
  const content = v.safeParse(cursorSchema, unsealed(cursor, ring))
  if (!content.success || content.output.f !== scopeHash(scope)) return invalidCursor
  return { position: content.output.c }
}

function sealed(content: object, ring: KeyRing): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${payload}.${ring.current}.${seal(payload, currentKey(ring))}`
}

/** Null for what we did not seal, or not in this form. */
function unsealed(token: string, ring: KeyRing): unknown {
  const [payload, number, signature, ...rest] = token.split('.')
  if (!payload || !signature || rest.length > 0) return null
  const key = keyNamed(ring, number)
  if (key === null || !equalInConstantTime(signature, seal(payload, key))) return null
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

function seal(payload: string, secret: string): string {
  return createHmac('sha256', secret).update(payload).digest('base64url')
}

/** The same for the same filters in whatever order; absent filters do not count. */
function scopeHash({ list, principalId, filters }: PageScope): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  const normalized = given.sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify([list, principalId, normalized]), 'base64url')
}
