import * as v from 'valibot'
import { noSignerCode, signerCodeSchema } from '../../../shared/personal-links/code-proof.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import type { Key } from '../../../shared/store/table.ts'
import { mailPartition } from './mail.ts'

/**
 * How far a recipient has come with the codes of one notice. It changes only together with the item, whose version guards both. It
 * is a separate item, so that reading a mail does not read it.
 */
const recipientProgressSchema = v.object({
  mailId: v.string(),
  itemId: v.string(),
  notice: v.number(),
  code: signerCodeSchema,
})
export type RecipientProgress = v.InferOutput<typeof recipientProgressSchema>

type ProgressRef = Pick<RecipientProgress, 'mailId' | 'itemId' | 'notice'>

export const recipientProgresses: Collection<RecipientProgress> = {
  name: 'registered_mail_progress',
  schema: recipientProgressSchema,
  key: (progress) => recipientProgressKey(progress),
}

export function recipientProgressKey({ mailId, itemId, notice }: ProgressRef): Key {
  return { PK: mailPartition(mailId), SK: `CODES#${itemId}#${notice}` }
}

/** Before the first code. Codes of an earlier notice, to another mailbox, do not count. */
export function noProgress({ mailId, itemId, notice }: ProgressRef): RecipientProgress {
  return { mailId, itemId, notice, code: noSignerCode }
}
