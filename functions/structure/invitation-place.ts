import type { Member } from '../../shared/members/member.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { type Node, nodeKey, nodes } from '../../shared/store/entities.ts'
import { getItem, type Table } from '../../shared/store/table.ts'
import type { Shown } from './invitation-page.ts'

/** What tells the name of where somebody is invited to, read while their own parts are; null: the node tells all of it. */
export async function readOrganization(table: Table, { orgId, nodeId }: Member): Promise<Node | null> {
  const item = nodeId === orgId ? null : await getItem(table, nodeKey(orgId))
  return item && fromItem(nodes, item)
}

/** `Sales (Acme)`, or the organization's name alone. */
export function placeName(node: Node, organization: Node | null): string {
  return organization === null ? node.name : `${node.name} (${organization.name})`
}

/** Of a link that opens nothing only the browser tells which language is read. */
export function goneFor(headers: Readonly<Record<string, string | undefined>>): Shown {
  return { state: 'gone', locale: headers['accept-language']?.split(',')[0] ?? 'en' }
}
