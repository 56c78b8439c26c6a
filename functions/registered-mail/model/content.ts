import { hash } from 'node:crypto'
import * as v from 'valibot'
import { uuid } from '../../../shared/platform/ids.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import { mailPartition } from './mail.ts'

/** The letter of a mail: HTML that was sanitized before it was stored. */
const contentSchema = v.object({ mailId: uuid, html: v.string() })
export type Content = v.InferOutput<typeof contentSchema>

export function contentKey(mailId: string) {
  return { PK: mailPartition(mailId), SK: 'MAIL#CONTENT' }
}

/** Beside the mail: a letter of 200 KiB and 200 recipients would not fit in one item. */
export const contents: Collection<Content> = {
  name: 'registered_mail_content',
  schema: contentSchema,
  key: ({ mailId }) => contentKey(mailId),
  toldByKey: ({ PK }) => ({ mailId: PK.slice(mailPartition('').length) }),
}

/** The SHA-256 of a letter, which the mail names from its sending on. */
export function letterHash(html: string | null): string | null {
  return html === null ? null : hash('sha256', html, 'hex')
}

/** Whether a stored letter is the one that was sent. */
export function isLetter(html: string | null, contentSha256: string | null): boolean {
  return letterHash(html) === contentSha256
}
