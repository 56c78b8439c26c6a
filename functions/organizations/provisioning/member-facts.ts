import * as v from 'valibot'
import { readRole } from '../../../shared/auth/named-role.ts'
import { line, nullsAbsent } from '../../../shared/http/values.ts'
import { emailBudgetKeys } from '../../../shared/mail/email-budget.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { type AccountEmail, accountEmailKey, accountEmails } from '../../../shared/store/accounts.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { type Node, nodeKey, nodes } from '../../../shared/store/entities.ts'
import { type MemberEmail, memberEmailKey, memberEmails } from '../../../shared/store/member-emails.ts'
import type { Item, Table } from '../../../shared/store/table.ts'
import { externalIdKey, meaningsIn, nameOfKind, nameOfUserKey, userNamesIn } from '../model/tree/external-name.ts'
import { readCalled } from './called-nodes.ts'
import { externalId } from './external-id.ts'
import { personInput } from './organization-facts.ts'
import type { KnownNames } from './person-name.ts'
import type { NamedRole } from './role-to-give.ts'

const newPersonName = v.optional(
  v.pipe(line(100), v.description('Required unless your externalId names a member of the entity.')),
)

export const memberInput = v.pipe(
  nullsAbsent({
    ...personInput,
    firstName: newPersonName,
    lastName: newPersonName,
    nodeId: v.optional(uuid),
    nodeExternalId: v.pipe(externalId, v.description('Your own id of the entity or group, instead of nodeId.')),
    role: v.pipe(line(100), v.description('The key or the id of a role. The role owner is not possible.')),
  }),
  v.check(
    ({ nodeId, nodeExternalId }) => (nodeId === undefined) !== (nodeExternalId === undefined),
    'Send either nodeId or nodeExternalId.',
  ),
)
export type MemberInput = v.InferOutput<typeof memberInput>

/** What stands under the ids and the e-mail that the application has sent. */
export interface MemberFacts extends KnownNames {
  readonly node: Node | null
  readonly account: AccountEmail | null
  /** Where the person stands in the organization. */
  readonly email: MemberEmail | null
  readonly role: NamedRole
  /** What today's e-mails are counted in. */
  readonly counts: readonly Item[]
}

export async function memberFacts(
  { table, readItems }: { readonly table: Table; readonly readItems: BatchLoader },
  { applicationId, orgId, nowMs }: { readonly applicationId: string; readonly orgId: string; readonly nowMs: number },
  { email, externalId: id, nodeId, nodeExternalId, role: named }: MemberInput,
): Promise<MemberFacts> {
  const [items, { nodeCalled }, role] = await Promise.all([
    readItems([
      ...(id === undefined ? [] : [externalIdKey(applicationId, 'user', id)]),
      ...(nodeId === undefined ? [] : [nodeKey(nodeId)]),
      ...[accountEmailKey(email), nameOfUserKey(applicationId, email), memberEmailKey(orgId, email)],
      ...emailBudgetKeys({ orgId, strangers: [email] }, nowMs),
    ]),
    readCalled(readItems, applicationId, nodeExternalId === undefined ? [] : [nodeExternalId]),
    readRole(table, orgId, named),
  ])
  return {
    node: recordsOf(nodes, items).find(({ id }) => id === nodeId) ?? nodeCalled(nodeExternalId),
    account: recordsOf(accountEmails, items)[0] ?? null,
    email: recordsOf(memberEmails, items)[0] ?? null,
    called: nameOfKind(meaningsIn(items), 'user'),
    name: userNamesIn(items)[0] ?? null,
    role,
    counts: items,
  }
}
