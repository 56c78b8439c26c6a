import { type ApiKey, apiKeys } from '../../../shared/auth/api-key.ts'
import { clientKey } from '../../../shared/auth/client.ts'
import { keysOfCustom, type Role, roleBehind } from '../../../shared/auth/custom-role.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { type Node, nodeKey, nodes } from '../../../shared/store/entities.ts'
import { getItem, type Key, type Table } from '../../../shared/store/table.ts'

export async function readNode(table: Table, id: string): Promise<Node | null> {
  const item = await getItem(table, nodeKey(id))
  return item ? fromItem(nodes, item) : null
}

/** The keys of what the views of API keys show: the API keys as they are now, with their counters, nodes and roles. */
export function keysShownWith(listed: readonly ApiKey[]): Key[] {
  const nodeIds = [...new Set(listed.map(({ nodeId }) => nodeId))]
  const own = listed.flatMap((key) => [apiKeys.key(key), clientKey(key.id)])
  return [...own, ...nodeIds.map(nodeKey), ...keysOfCustom(listed.map(({ role }) => role))]
}

/** What a key's record names: shown with it. */
export interface KeyParts {
  /** Null once that of a revoked key is gone. */
  readonly node: Node | null
  readonly role: Role
}

/** Most keys act for the whole organization, whose node is read before it is known which node the key has. */
export async function partsOfKey(table: Table, key: ApiKey, organization: Node | null): Promise<KeyParts> {
  const [node, role] = await Promise.all([
    key.nodeId === organization?.id ? organization : readNode(table, key.nodeId),
    roleBehind(table, key.role),
  ])
  return { node, role }
}
