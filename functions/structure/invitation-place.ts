import type { Invited } from '../../shared/members/invitation.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { type Node, nodeKey, nodes } from '../../shared/store/entities.ts'
import { getItems, type Table } from '../../shared/store/table.ts'
import type { Shown } from './invitation-page.ts'

/** What tells the name of where somebody is invited to, read while their own parts are; null: the node tells all of it. */
export async function readOrganization(table: Table, { member, beside }: Invited): Promise<Node | null> {
  const { orgId, nodeId } = member
  if (nodeId === orgId) return null
  const items = beside ?? (await getItems(table, [nodeKey(orgId)]))
  return recordsOf(nodes, items).find(({ id }) => id === orgId) ?? null
}

/** `Sales (Acme)`, or the organization's name alone. */
export function placeName(node: Node, organization: Node | null): string {
  return organization === null ? node.name : `${node.name} (${organization.name})`
}

/** Of a link that opens nothing only the browser tells which language is read. */
export function goneFor(headers: Readonly<Record<string, string | undefined>>): Shown {
  return { state: 'gone', locale: headers['accept-language']?.split(',')[0] ?? 'en' }
}
