import { memberEmailKeys, membersIn } from '../../../shared/store/member-emails.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'

/** Which e-mails of signers belong to active members, in lower case. The first call reads them. */
export function signerMembers(
  table: Table,
  orgId: string,
  emails: readonly string[],
): () => Promise<ReadonlySet<string>> {
  let reading: Promise<ReadonlySet<string>> | null = null
  return () => (reading ??= readMembers(table, orgId, emails))
}

async function readMembers(table: Table, orgId: string, emails: readonly string[]): Promise<ReadonlySet<string>> {
  return membersIn(await getItems(table, memberEmailKeys(orgId, emails)), orgId)
}
