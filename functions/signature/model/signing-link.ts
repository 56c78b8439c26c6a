import { hash } from 'node:crypto'
import * as v from 'valibot'
import { dayMs } from '../../../shared/platform/clock.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import type { Key } from '../../../shared/store/table.ts'

const linkSchema = v.object({
  /** SHA-256 of the token, in hex: who reads the table cannot open the page. */
  hash: v.string(),
  requestId: v.string(),
  /** Null for a link to a copy: whoever has it gets the sealed document, and can do nothing else. */
  signerId: v.nullable(v.string()),
  /** The link counts while the signer's own number is this one: a correction replaces it. 0 for a copy. */
  generation: v.number(),
  /** Null for the link in a mail; until then a link for one session can be opened. */
  expiresAtMs: v.nullable(v.number()),
  /** The browser that opened a link for one session first, by the SHA-256 of its secret, and until when it has it. */
  session: v.nullable(v.object({ sha256: v.string(), untilMs: v.number() })),
  /** Origins that may show the page in a frame, as the request said when the link was made. */
  frameOrigins: v.array(v.string()),
  createdAtMs: v.number(),
})
export type SigningLink = v.InferOutput<typeof linkSchema>

/** So long a link still tells what became of its request. */
const keptForMs = 400 * dayMs

export const signingLinks: Collection<SigningLink> = {
  name: 'signing_link',
  schema: linkSchema,
  key: ({ hash }) => signingLinkKey(hash),
  expiresAtSec: ({ createdAtMs }) => Math.ceil((createdAtMs + keptForMs) / 1000),
}

const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** Where the link of a token stands; null for a text that is none. */
export function keyOfToken(token: string): Key | null {
  return tokenPattern.test(token) ? signingLinkKey(tokenHash(token)) : null
}

export function tokenHash(token: string): string {
  return hash('sha256', token, 'hex')
}

export function signingLinkKey(hash: string): Key {
  return { PK: `SIGNLINK#${hash}`, SK: 'LINK' }
}
