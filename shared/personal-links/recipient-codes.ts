import { hash } from 'node:crypto'
import * as v from 'valibot'
import { hourMs } from '../platform/clock.ts'
import type { Versioned } from '../store/collection.ts'
import type { Key } from '../store/table.ts'
import type { UnitOfWork } from '../store/unit-of-work.ts'
import { codeLimits, noRecipientCodes, recipientCodesSchema } from './code-proof.ts'

/** What was sent to a mailbox or a telephone number, and what was entered wrongly, over all pages and organizations. */
const codesOfRecipientSchema = v.object({
  /** SHA-256, in hex, of the address or the number. */
  recipient: v.string(),
  ...recipientCodesSchema.entries,
  changedAtMs: v.number(),
  /** 0: nothing was sent there lately. */
  version: v.number(),
})
export type CodesOfRecipient = v.InferOutput<typeof codesOfRecipientSchema>

/** Longer than anything in it counts; a few wrong codes in an hour tell nothing about a code. */
const keptForMs = codeLimits.lockedForMs + hourMs

export const codesOfRecipients: Versioned<CodesOfRecipient> = {
  name: 'codes_of_recipient',
  schema: codesOfRecipientSchema,
  key: ({ recipient }) => codesOfRecipientKey(recipient),
  expiresAtSec: ({ changedAtMs }) => Math.ceil((changedAtMs + keptForMs) / 1000),
}

export function codesOfRecipientKey(recipient: string): Key {
  return { PK: `CODES_TO#${recipient}`, SK: 'CODES' }
}

interface Recipient {
  readonly channel: 'email' | 'sms'
  readonly to: string
  /**
   * The organization that holds the link. What it does with the link must not keep the recipient from entering codes of others, so
   * it has counts of its own.
   */
  readonly linkHeldBy?: string | null
}

/** A mailbox or a phone that codes go to, as a hash. The counts of one mailbox are those of all pages that send codes. */
export function recipientOf({ channel, to, linkHeldBy = null }: Recipient): string {
  const address = `${channel}/${channel === 'email' ? to.toLowerCase() : to}`
  return hash('sha256', linkHeldBy === null ? address : `${address}/${linkHeldBy}`, 'hex')
}

export function noCodesTo(recipient: string): CodesOfRecipient {
  return { recipient, ...noRecipientCodes, changedAtMs: 0, version: 0 }
}

/** Stores the next state, unless a request for the same recipient was faster. */
export function putCodesOfRecipient(work: UnitOfWork, before: CodesOfRecipient, after: CodesOfRecipient): void {
  if (before.version === 0) work.create(codesOfRecipients, after)
  else work.update(codesOfRecipients, before, after)
}
