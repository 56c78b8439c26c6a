import { hash } from 'node:crypto'
import * as v from 'valibot'
import { dayMs, minuteMs } from '../../../shared/platform/clock.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import type { Key } from '../../../shared/store/table.ts'
import { testDataKeys } from '../../../shared/store/test-data.ts'

const linkSchema = v.object({
  /** SHA-256 of the token, in hex, so that readers of the table cannot open the page. */
  hash: v.string(),
  /** The number of the key that made the token. Null for a random token. */
  key: v.nullable(v.number()),
  requestId: v.string(),
  /** Null for a link to a copy: its holder can only get the sealed document. */
  signerId: v.nullable(v.string()),
  /** The link works while the signer has the same generation; a correction replaces it. 0 for a copy. */
  generation: v.number(),
  /** When a session link can no longer be opened; null for the link in an e-mail. */
  expiresAtMs: v.nullable(v.number()),
  /** The signers who have the device before, in the same session on site: a hand-over takes as long as they do. */
  after: v.optional(v.array(v.string())),
  /** The first browser that opened the document by a session link, by the SHA-256 of its secret, and the end of its session. */
  session: v.nullable(v.object({ sha256: v.string(), untilMs: v.number() })),
  /** Origins that may show the page in a frame, copied from the request when the link was created. */
  frameOrigins: v.array(v.string()),
  createdAtMs: v.number(),
  /** Of requests of a test organization. */
  testOrgId: v.optional(v.string()),
})
export type SigningLink = v.InferOutput<typeof linkSchema>

/** How long a link of a session on site can be opened: from its creation, and from the hand-over of the device. */
export const onSiteLinkMs = 30 * minuteMs

/** How long a link still shows the outcome of its request. */
const keptForMs = 400 * dayMs

export const signingLinks: Collection<SigningLink> = {
  name: 'signing_link',
  schema: linkSchema,
  key: ({ hash }) => signingLinkKey(hash),
  indexKeys: ({ hash, testOrgId }) => (testOrgId === undefined ? {} : testDataKeys(testOrgId, hash)),
  expiresAtSec: ({ createdAtMs }) => Math.ceil((createdAtMs + keptForMs) / 1000),
}

const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** The key of the link with this token; null if the text is not a token. */
export function keyOfToken(token: string): Key | null {
  return tokenPattern.test(token) ? signingLinkKey(tokenHash(token)) : null
}

export function tokenHash(token: string): string {
  return hash('sha256', token, 'hex')
}

export function signingLinkKey(hash: string): Key {
  return { PK: `SIGNLINK#${hash}`, SK: 'LINK' }
}
