import { type ApiKey, apiKeys } from '../../../shared/auth/api-key.ts'
import { clientKey } from '../../../shared/auth/client.ts'
import { keysOfCustom, type Role, roleBehind } from '../../../shared/auth/custom-role.ts'
import { isUuid } from '../../../shared/platform/ids.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { type Entity, entitiesOf, type Node, nodeKey, nodes } from '../../../shared/store/entities.ts'
import { getItem, type Key, type Table } from '../../../shared/store/table.ts'

/** The node of a key, read with the first round: most keys are of the whole organization, which the path names. */
export interface EarlyNode {
  readonly nodeId: string
  readonly node: Node | null
}

export async function readNode(table: Table, id: string): Promise<EarlyNode> {
  const nodeId = id.toLowerCase()
  const item = isUuid(nodeId) ? await getItem(table, nodeKey(nodeId)) : null
  return { nodeId, node: item ? fromItem(nodes, item) : null }
}

/** Where they stand as they are, with their counters, the nodes that they are of, and their roles. */
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

export async function partsOfKey(table: Table, key: ApiKey, early: EarlyNode | null): Promise<KeyParts> {
  const [node, role] = await Promise.all([nodeOfKey(table, key, early), roleBehind(table, key.role)])
  return { node, role }
}

async function nodeOfKey(table: Table, { nodeId }: ApiKey, early: EarlyNode | null): Promise<Node | null> {
  return early?.nodeId === nodeId ? early.node : (await readNode(table, nodeId)).node
}

/** The entities of an organization, whose features the membership of a key repeats. */
export async function readEntities(table: Table, orgId: string): Promise<Entity[]> {
  return isUuid(orgId) ? await entitiesOf(table, orgId.toLowerCase()) : []
}
