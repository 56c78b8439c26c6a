import * as v from 'valibot'
import { readRole } from '../../shared/auth/named-role.ts'
import { line, uuid } from '../../shared/http/values.ts'
import { type AccountEmail, accountEmailKey, accountEmails } from '../../shared/store/accounts.ts'
import { fromItem, recordsOf } from '../../shared/store/collection.ts'
import { type Entity, entitiesOf, type Node, nodeKey, nodes } from '../../shared/store/entities.ts'
import { type MemberEmail, memberEmailKey, memberEmails } from '../../shared/store/member-emails.ts'
import { getItem, getItems, type Table } from '../../shared/store/table.ts'
import { externalIdKey, meaningsIn, nameOfKind, nameOfUserKey, namesIn } from '../../shared/structure/external-name.ts'
import { externalId } from './external-id.ts'
import { personInput } from './organization-facts.ts'
import type { KnownNames } from './person-name.ts'
import type { NamedRole } from './role-to-give.ts'

export const memberInput = v.pipe(
  v.object({
    ...personInput,
    nodeId: v.optional(uuid),
    nodeExternalId: v.pipe(externalId, v.description('Your own id of the entity or group, instead of nodeId.')),
    role: v.pipe(line(100), v.description('The key or the id of a role that does not own the organization.')),
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
  /** Those of the organization, where the whole of it is asked for. */
  readonly entities: readonly Entity[]
  readonly role: NamedRole
}

export async function memberFacts(
  table: Table,
  { applicationId, orgId }: { readonly applicationId: string; readonly orgId: string },
  { email, externalId: id, nodeId, nodeExternalId, role: named }: MemberInput,
): Promise<MemberFacts> {
  const [items, entities, role] = await Promise.all([
    getItems(table, [
      ...(id === undefined ? [] : [externalIdKey(applicationId, 'user', id)]),
      ...(nodeExternalId === undefined ? [] : [externalIdKey(applicationId, 'node', nodeExternalId)]),
      ...(nodeId === undefined ? [] : [nodeKey(nodeId)]),
      ...[accountEmailKey(email), nameOfUserKey(applicationId, email), memberEmailKey(orgId, email)],
    ]),
    nodeId === orgId ? entitiesOf(table, orgId) : [],
    readRole(table, orgId, named),
  ])
  const meanings = meaningsIn(items)
  const nodeName = nameOfKind(meanings, 'node')
  return {
    node: recordsOf(nodes, items)[0] ?? (nodeName && (await nodeAt(table, nodeName.nodeId))),
    account: recordsOf(accountEmails, items)[0] ?? null,
    email: recordsOf(memberEmails, items)[0] ?? null,
    called: nameOfKind(meanings, 'user'),
    name: nameOfKind(namesIn(items), 'user'),
    ...{ entities, role },
  }
}

async function nodeAt(table: Table, id: string): Promise<Node | null> {
  const item = await getItem(table, nodeKey(id))
  return item && fromItem(nodes, item)
}
