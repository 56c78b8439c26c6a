import { fromItem } from '../../shared/store/collection.ts'
import { type Node, nodeKey, nodes, type Organization } from '../../shared/store/entities.ts'
import { getItem, type Table } from '../../shared/store/table.ts'
import { CommandRefusal } from './refusal.ts'

/** The node that an option names. */
export async function nodeNamed(table: Table, id: string): Promise<Node> {
  const item = await getItem(table, nodeKey(id.toLowerCase()))
  if (!item) throw new CommandRefusal(`There is no organization, entity or group ${id}.`)
  return fromItem(nodes, item)
}

/** The organization that `--org` names. */
export async function organizationNamed(table: Table, id: string): Promise<Organization> {
  const node = await nodeNamed(table, id)
  if (node.type !== 'organization')
    throw new CommandRefusal(`--org: ${id} is of type ${node.type}. Its organization is ${node.orgId}.`)
  return node
}
