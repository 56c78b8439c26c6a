import { isUuid } from '../../../../shared/platform/ids.ts'
import { nodeKey } from '../../../../shared/store/entities.ts'
import { getItem, type Item, type Table } from '../../../../shared/store/table.ts'

/** The node that a field of a body names, where it can name one. */
export async function readNamedNode(table: Table, json: unknown, field: string): Promise<Item[] | null> {
  const id: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, field) : undefined
  if (!isUuid(id)) return null
  const item = await getItem(table, nodeKey(id.toLowerCase()))
  return item ? [item] : []
}
