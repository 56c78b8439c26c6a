import { nodeKey } from '../../../../shared/store/entities.ts'
import { getItem, type Item, type Table } from '../../../../shared/store/table.ts'

/** The item of a node, as a list: empty where no id is given or no node has it. */
export async function readNodeItem(table: Table, id: string | undefined): Promise<Item[]> {
  if (id === undefined) return []
  const item = await getItem(table, nodeKey(id))
  return item ? [item] : []
}
