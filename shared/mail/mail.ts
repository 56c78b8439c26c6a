import { hash } from 'node:crypto'
import * as v from 'valibot'
import { mailFailures, mailReferenceSchema, mailStatuses } from '../../events/mail-delivery.ts'
import { dayMs } from '../platform/clock.ts'
import type { Versioned } from '../store/collection.ts'
import { testDataKeys } from '../store/test-data.ts'

/**
 * One mail, sent for one cause. It holds nothing of what the mail says, which may include links that nobody else is to
 * have: content is rendered when it is sent.
 */
export const mailSchema = v.object({
  id: v.string(),
  recipient: v.string(),
  kind: v.string(),
  /** Null: nobody is told what becomes of it. */
  reference: v.nullable(mailReferenceSchema),
  status: v.picklist(['claimed', ...mailStatuses]),
  /** Whoever sends it, and until when; null once SES is known to have taken it or refused it. */
  claim: v.nullable(v.object({ holder: v.string(), until: v.string() })),
  /** Whether it was counted against the budgets of its day: a mail that SES was too busy for counts once. */
  isCounted: v.optional(v.boolean()),
  /** A temporary one can turn out to be none: some servers answer for people who are away. */
  failure: v.nullable(v.object({ reason: v.picklist(mailFailures), isPermanent: v.boolean() })),
  sesMessageId: v.nullable(v.string()),
  /** What the recipient's mail server answered at last, where SES tells it. */
  serverAnswer: v.optional(v.nullable(v.string())),
  createdAt: v.string(),
  changedAt: v.string(),
  version: v.number(),
})
export type Mail = v.InferOutput<typeof mailSchema>

/** Complaints come after weeks; by then no queue holds a cause that could come again. */
export const mailKeptForMs = 90 * dayMs

const keyStart = 'MAIL#'

export function mailKey(id: string) {
  return { PK: `${keyStart}${id}`, SK: 'MAIL' }
}

export const mails: Versioned<Mail> = {
  name: 'mail',
  schema: mailSchema,
  key: ({ id }) => mailKey(id),
  toldByKey: ({ PK }) => ({ id: PK.slice(keyStart.length) }),
  indexKeys: ({ id, reference }) => (reference && !reference.livemode ? testDataKeys(reference.orgId, id) : {}),
  expiresAtSec: ({ createdAt }) => Math.ceil((Date.parse(createdAt) + mailKeptForMs) / 1000),
}

/** What makes two messages the same one. */
export interface Occasion {
  /** What happened, such as the id of an event: the same cause never writes twice. */
  readonly cause: string
  readonly recipient: string
  /** What is written about it, in lower case: `signature_invitation`. */
  readonly kind: string
}

/** The id of the one message of an occasion: a UUID made of it (RFC 9562 §5.8). */
export function idOfOccasion({ cause, recipient, kind }: Occasion): string {
  const digest = hash('sha256', JSON.stringify([cause, recipient.toLowerCase(), kind]), 'buffer')
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6)
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8)
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
