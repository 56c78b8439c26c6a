import type { Refusal } from '../../../shared/errors/refusal.ts'
import { type EmailsWanted, emailBudgetKeys, emailBudgetRefusal } from '../../../shared/mail/email-budget.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'
import type { RequestRecord, Signer } from '../model/request.ts'
import { isSignedOnOurPage } from '../vendors/signing-places.ts'

/** The e-mails to signers who are no active members. None if another vendor or the sender writes to the signers. */
export function emailsTo(
  { orgId, vendor, deliveryMode }: Pick<RequestRecord, 'orgId' | 'vendor' | 'deliveryMode'>,
  signers: readonly Pick<Signer, 'email' | 'external'>[],
): EmailsWanted {
  const isWritten = isSignedOnOurPage(vendor) && deliveryMode !== 'none'
  return { orgId, strangers: isWritten ? signers.filter(({ external }) => external).map(({ email }) => email) : [] }
}

/** Refuses e-mails that today's budgets have no room for. */
export async function budgetRefusal(
  table: Table,
  wanted: EmailsWanted,
  nowMs: number,
): Promise<Refusal<'rate_limited'> | null> {
  if (wanted.strangers.length === 0) return null
  return emailBudgetRefusal(await getItems(table, emailBudgetKeys(wanted, nowMs)), wanted, nowMs)
}
