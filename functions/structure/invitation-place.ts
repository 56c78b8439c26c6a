import { fromItem } from '../../shared/store/collection.ts'
import { type Node, nodeKey, nodes } from '../../shared/store/entities.ts'
import { getItem, type Table } from '../../shared/store/table.ts'
import type { Shown } from './invitation-page.ts'

/** The name of where somebody is invited to: `Sales (Acme)`, or the organization's alone. */
export async function placeName(table: Table, node: Node): Promise<string> {
  if (node.type === 'organization') return node.name
  const item = await getItem(table, nodeKey(node.orgId))
  return item ? `${node.name} (${fromItem(nodes, item).name})` : node.name
}

/** Of a link that opens nothing only the browser tells which language is read. */
export function goneFor(headers: Readonly<Record<string, string | undefined>>): Shown {
  return { state: 'gone', locale: headers['accept-language']?.split(',')[0] ?? 'en' }
}
