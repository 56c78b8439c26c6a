import * as v from 'valibot'
import { type Collection, fromItem } from './collection.ts'
import { getItems, type Table } from './table.ts'

/** The e-mail of an active member of an organization: tells own people from outsiders in one read. */
export const memberEmails: Collection<{ orgId: string; email: string; userId: string }> = {
  name: 'member_email',
  schema: v.object({ orgId: v.string(), email: v.string(), userId: v.string() }),
  key: ({ orgId, email }) => memberEmailKey(orgId, email),
}

function memberEmailKey(orgId: string, email: string) {
  return { PK: `ORG#${orgId}#MEMBEREMAIL#${email.toLowerCase()}`, SK: 'MEMBER' }
}

/** Which of some e-mails are of active members, in lower case. At most 100 e-mails. */
export async function membersAmong(table: Table, orgId: string, emails: readonly string[]): Promise<Set<string>> {
  const distinct = [...new Set(emails.map((email) => email.toLowerCase()))]
  const items = await getItems(
    table,
    distinct.map((email) => memberEmailKey(orgId, email)),
  )
  return new Set(items.map((item) => fromItem(memberEmails, item).email.toLowerCase()))
}
