import { hash } from 'node:crypto'
import * as v from 'valibot'
import { dayMs } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import type { Key } from '../../../shared/store/table.ts'
import { testDataKeys } from '../../../shared/store/test-data.ts'

const recipientLink = v.object({
  page: v.literal('recipient'),
  mailId: uuid,
  itemId: uuid,
  /** The link works while the item has the same number of notices: a notice to another address replaces it. */
  notice: v.number(),
})
const ownerLink = v.object({ page: v.literal('owner'), senderId: uuid })
const followerLink = v.object({
  page: v.literal('follower'),
  mailId: uuid,
  itemId: uuid,
  /** Whose link it is (`addressHash`). Links of earlier versions were the same for all followers. */
  follower: v.optional(v.string(), ''),
})

const linkTargetSchema = v.variant('page', [recipientLink, ownerLink, followerLink])
/** What a link in an e-mail about registered mail leads to. */
export type LinkTarget = v.InferOutput<typeof linkTargetSchema>

const pageLinkSchema = v.object({
  /** SHA-256 of the token, in hex, so that readers of the table cannot open the page. */
  hash: v.string(),
  /** The number of the key that made the token. */
  key: v.number(),
  target: linkTargetSchema,
  createdAtMs: v.number(),
  /** Of mails and accounts of a test organization. */
  testOrgId: v.nullable(v.string()),
})
export type PageLink = v.InferOutput<typeof pageLinkSchema>

/** How long a link still shows the outcome. */
const keptForMs = 400 * dayMs

export const pageLinks: Collection<PageLink> = {
  name: 'registered_mail_link',
  schema: pageLinkSchema,
  key: ({ hash }) => pageLinkKey(hash),
  indexKeys: ({ hash, testOrgId }) => (testOrgId === null ? {} : testDataKeys(testOrgId, hash)),
  expiresAtSec: ({ createdAtMs }) => Math.ceil((createdAtMs + keptForMs) / 1000),
}

function pageLinkKey(hash: string): Key {
  return { PK: `PAGELINK#${hash}`, SK: 'LINK' }
}

const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** The key of the link with this token; null if the text is not a token. */
export function pageLinkKeyOf(token: string): Key | null {
  return tokenPattern.test(token) ? pageLinkKey(tokenHash(token)) : null
}

export function tokenHash(token: string): string {
  return hash('sha256', token, 'hex')
}

/** What tokens and codes are computed for: each target has its own. */
export function purposeOf(target: LinkTarget): string {
  if (target.page === 'owner') return `sender/${target.senderId}`
  const item = `${target.mailId}/${target.itemId}`
  if (target.page === 'recipient') return `mail/${item}/${target.notice}`
  return target.follower === '' ? `proofs/${item}` : `proofs/${item}/${target.follower}`
}

/** The address of a follower as their link stores it. */
export function addressHash(email: string): string {
  return hash('sha256', email.toLowerCase(), 'hex')
}
