import { fromItem } from '../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../shared/store/entities.ts'
import { getItem, type Table } from '../../../shared/store/table.ts'

/** What an organization is called. Throws where it is not there. */
export async function organizationName(table: Table, orgId: string): Promise<string> {
  const item = await getItem(table, nodeKey(orgId))
  if (!item) throw new Error(`the organization ${orgId} does not exist`)
  return fromItem(nodes, item).name
}
