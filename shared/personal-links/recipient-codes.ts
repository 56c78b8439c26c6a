import { hash } from 'node:crypto'
import * as v from 'valibot'
import { hourMs } from '../platform/clock.ts'
import type { Versioned } from '../store/collection.ts'
import type { Key } from '../store/table.ts'
import type { UnitOfWork } from '../store/unit-of-work.ts'
import { codeLimits, noRecipientCodes, recipientCodesSchema } from './code-proof.ts'

/** What was sent to a mailbox or a telephone number, and what was entered wrongly, by one link or by the links of one organization. */
const codesOfRecipientSchema = v.object({
  /** SHA-256, in hex, of the address or the number and of who is counted. */
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
   * What is counted together: a link that was sent to the recipient, or all links that one organization holds itself. Whoever has one
   * link must not keep the recipient from entering codes at others. Each link has codes of its own, so that guesses do not add up.
   */
  readonly countedFor: string
}

/** A mailbox or a phone that codes go to, with the link that asks for them, as a hash. */
export function recipientOf({ channel, to, countedFor }: Recipient): string {
  return hash('sha256', `${channel}/${channel === 'email' ? to.toLowerCase() : to}/${countedFor}`, 'hex')
}

export function noCodesTo(recipient: string): CodesOfRecipient {
  return { recipient, ...noRecipientCodes, changedAtMs: 0, version: 0 }
}

/** Stores the next state, unless a request for the same recipient was faster. */
export function putCodesOfRecipient(work: UnitOfWork, before: CodesOfRecipient, after: CodesOfRecipient): void {
  if (before.version === 0) work.create(codesOfRecipients, after)
  else work.update(codesOfRecipients, before, after)
}
