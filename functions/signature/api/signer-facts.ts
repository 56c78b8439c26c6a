import { emailBudgetKeys } from '../../../shared/mail/email-budget.ts'
import { memberEmailKeys, membersIn } from '../../../shared/store/member-emails.ts'
import { getItems, type Item, type Table } from '../../../shared/store/table.ts'

/** What is read of the signers of a new request. */
export interface SignerFacts {
  /** Those of their e-mails that belong to active members, in lower case. */
  readonly members: ReadonlySet<string>
  /** What today's e-mails are counted in. */
  readonly counts: readonly Item[]
}

/** Reads what is known of signers by their e-mails. The first call reads it. */
export function signerFacts(
  table: Table,
  orgId: string,
  { emails, nowMs }: { readonly emails: readonly string[]; readonly nowMs: number },
): () => Promise<SignerFacts> {
  let reading: Promise<SignerFacts> | null = null
  return () => (reading ??= readFacts(table, orgId, { emails, nowMs }))
}

async function readFacts(
  table: Table,
  orgId: string,
  { emails, nowMs }: { readonly emails: readonly string[]; readonly nowMs: number },
): Promise<SignerFacts> {
  const counts = emailBudgetKeys({ orgId, strangers: emails }, nowMs)
  const items = await getItems(table, [...memberEmailKeys(orgId, emails), ...counts])
  return { members: membersIn(items, orgId), counts: items }
}
