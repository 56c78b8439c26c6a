import { hash } from 'node:crypto'
import * as v from 'valibot'
import { codeLimits, noRecipientCodes, recipientCodesSchema } from '../../../shared/personal-links/code-proof.ts'
import { hourMs } from '../../../shared/platform/clock.ts'
import type { Versioned } from '../../../shared/store/collection.ts'
import type { Key } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import type { Signer } from './request.ts'

/** What was sent to a mailbox or a telephone number, and what was entered wrongly, in all requests of all organizations. */
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

/** Where the codes of a signer go, as a hash. */
export function recipientOf({ authMethod, email, phone }: Pick<Signer, 'authMethod' | 'email' | 'phone'>): string {
  const place = authMethod === 'sms_otp' && phone !== null ? `sms/${phone}` : `email/${email.toLowerCase()}`
  return hash('sha256', place, 'hex')
}

export function noCodesTo(recipient: string): CodesOfRecipient {
  return { recipient, ...noRecipientCodes, changedAtMs: 0, version: 0 }
}

/** Stores the next state, unless a request for the same recipient was faster. */
export function putCodesOfRecipient(work: UnitOfWork, before: CodesOfRecipient, after: CodesOfRecipient): void {
  if (before.version === 0) work.create(codesOfRecipients, after)
  else work.update(codesOfRecipients, before, after)
}
