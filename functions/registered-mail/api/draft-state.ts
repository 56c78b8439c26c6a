import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { Item } from '../../../shared/store/table.ts'
import { mailSenderOf } from '../model/change-mail.ts'
import type { Mail, MailSender } from '../model/mail.ts'
import { senderAccounts } from '../model/sender-account.ts'

export const draftCodes = ['registered_mail_canceled', 'registered_mail_already_sent'] as const

/** Only drafts can be changed. */
export function draftRefusal({ canceledAt, send }: Mail): Refusal<(typeof draftCodes)[number]> | null {
  if (canceledAt !== null) return canceledRefusal
  return send === null ? null : refuse('registered_mail_already_sent', 'The mail was sent and can no longer change.')
}

export const canceledRefusal = refuse('registered_mail_canceled', 'The mail was canceled. Create a new one.')

/** The sender account among the items that were read; null if the entity has no such account. The send then refuses the id. */
export function senderIn(found: readonly Item[], entityId: string, senderAccountId: string | null): MailSender | null {
  const account = recordsOf(senderAccounts, found).find(
    (each) => each.id === senderAccountId && each.entityId === entityId,
  )
  return account ? mailSenderOf(account) : null
}
