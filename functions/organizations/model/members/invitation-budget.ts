import type { Refusal } from '../../../../shared/errors/refusal.ts'
import { countAddedStranger, emailBudgetRefusal } from '../../../../shared/mail/email-budget.ts'
import type { MemberEmail } from '../../../../shared/store/member-emails.ts'
import type { Item } from '../../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import type { InvitationOptions } from './new-member.ts'

interface Addition {
  readonly orgId: string
  readonly asked: InvitationOptions & { readonly email: string }
  /** Where the person stands in the organization; null: nowhere. */
  readonly known: MemberEmail | null
  /** What was read of today's e-mails. */
  readonly counts: readonly Item[]
}

/**
 * Refuses to add a stranger if today's budgets have no room for their invitation. An addition without an e-mail counts in
 * the commit: its answer tells whether the address has an account, so a caller could ask for many.
 */
export function additionRefusal(
  work: UnitOfWork,
  { orgId, asked, known, counts }: Addition,
  nowMs: number,
): Refusal<'rate_limited'> | null {
  if (known?.places.some(({ isActive }) => isActive)) return null
  if (asked.sendInvitation) return emailBudgetRefusal(counts, { orgId, strangers: [asked.email] }, nowMs)
  countAddedStranger(work, counts, orgId, nowMs)
  return null
}
