import { marshalled } from '../../../shared/store/attributes.ts'
import { itemLastSeen, readFollowed } from '../../../shared/store/followed-reads.ts'
import { joinedReads } from '../../../shared/store/joined-reads.ts'
import { memberEmailKey, memberEmailKeys, membersIn } from '../../../shared/store/member-emails.ts'
import type { Item, Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'

/** What was looked up with the entity, before it was known what contacts tell. */
interface LookedUp {
  readonly emails: readonly string[]
  readonly items: readonly Item[]
}

/** Which e-mails of the signers are of active members, in lower case. */
export interface SignerMembers {
  /** Read, at the latest now. */
  readonly read: () => Promise<ReadonlySet<string>>
  /** For a commit: where that can be made certain by the commit itself, nothing is read. */
  readonly forCommit: (work: UnitOfWork) => Promise<ReadonlySet<string>>
}

/** Each is a condition of the commit, which costs more than a read does, and saves a round. */
const supposedAtMost = 3

/**
 * E-mails that contacts tell were not known when the others were looked up. A contact is seldom a member: they are taken for
 * outsiders, and the commit comes about only where they are. If not, the decision is taken again, and they are read; those that this
 * process has met as members are read at once. `lookedUp` is null where nothing is to be supposed.
 */
export function signerMembers(
  table: Table,
  orgId: string,
  emails: readonly string[],
  lookedUp: LookedUp | null,
): SignerMembers {
  const told = new Set((lookedUp?.emails ?? []).map((email) => email.toLowerCase()))
  const untold = [...new Set(emails.map((email) => email.toLowerCase()))].filter((email) => !told.has(email))
  let reading: Promise<ReadonlySet<string>> | null =
    lookedUp && untold.length === 0 ? Promise.resolve(membersIn(lookedUp.items, orgId)) : null
  const read = () => (reading ??= membersMet(table, orgId, emails))
  const mayBeSupposed = () =>
    untold.length <= supposedAtMost && untold.every((email) => itemLastSeen(memberEmailKey(orgId, email)) === null)
  return {
    read,
    async forCommit(work) {
      if (reading !== null || lookedUp === null || !mayBeSupposed()) return await read()
      for (const email of untold) asksForNoMember(work, orgId, email)
      return membersIn(lookedUp.items, orgId)
    },
  }
}

/** Read, and remembered by this process. */
async function membersMet(table: Table, orgId: string, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const { leading } = await readFollowed(joinedReads(table), memberEmailKeys(orgId, emails), () => [])
  return membersIn(leading, orgId)
}

function asksForNoMember(work: UnitOfWork, orgId: string, email: string): void {
  const check = { Key: marshalled(memberEmailKey(orgId, email)), ConditionExpression: 'attribute_not_exists(PK)' }
  work.write((TableName) => ({ ConditionCheck: { TableName, ...check } }), 'stale')
}
