import * as v from 'valibot'
import type { Collection } from '../store/collection.ts'
import { testDataKeys } from '../store/test-data.ts'
import { mailKeptForMs } from './mail.ts'

/** An SMS, at most one for a cause. It does not hold what the SMS says, which may be a code. */
export const textMessageSchema = v.object({
  id: v.string(),
  /** E.164. */
  recipient: v.string(),
  kind: v.string(),
  /** `claimed`: it may have been sent or not, and nobody will try again. */
  status: v.picklist(['claimed', 'sent', 'refused']),
  holder: v.string(),
  snsMessageId: v.nullable(v.string()),
  createdAt: v.string(),
  /** Of requests of a test organization. */
  testOrgId: v.optional(v.string()),
})
export type TextMessage = v.InferOutput<typeof textMessageSchema>

export function textMessageKey(id: string) {
  return { PK: `TEXT#${id}`, SK: 'TEXT' }
}

export const textMessages: Collection<TextMessage> = {
  name: 'text_message',
  schema: textMessageSchema,
  key: ({ id }) => textMessageKey(id),
  indexKeys: ({ id, testOrgId }) => (testOrgId === undefined ? {} : testDataKeys(testOrgId, id)),
  expiresAtSec: ({ createdAt }) => Math.ceil((Date.parse(createdAt) + mailKeptForMs) / 1000),
}

/** As with mail: `busy` was not sent this time, and when it is not known whether it was, sending throws. */
export type TextHandover =
  | { readonly outcome: 'taken'; readonly snsMessageId: string }
  | { readonly outcome: 'refused' | 'busy'; readonly error: Error }

/** Whoever takes an SMS to a telephone number in E.164. It tries once. */
export type TextSender = (to: string, text: string) => Promise<TextHandover>
