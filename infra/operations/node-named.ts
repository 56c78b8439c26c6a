import { fromItem } from '../../shared/store/collection.ts'
import { type Node, nodeKey, nodes } from '../../shared/store/entities.ts'
import { getItem, type Table } from '../../shared/store/table.ts'
import { CommandRefusal } from './refusal.ts'

/** The node that an option names. */
export async function nodeNamed(table: Table, id: string): Promise<Node> {
  const item = await getItem(table, nodeKey(id.toLowerCase()))
  if (!item) throw new CommandRefusal(`There is no organization, entity or group ${id}.`)
  return fromItem(nodes, item)
}

/** Refuses an id that is no organization: without this, an empty listing would tell that there is nothing. */
export async function demandOrganization(table: Table, id: string): Promise<void> {
  const { type, orgId } = await nodeNamed(table, id)
  if (type !== 'organization')
    throw new CommandRefusal(`--org: ${id} is of type ${type}. Its organization is ${orgId}.`)
}
