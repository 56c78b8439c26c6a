import type { Membership } from '../../shared/auth/principal.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { type Entity, entitiesOf, type Node, nodeKey, nodes, type Organization } from '../../shared/store/entities.ts'
import { getItems, type Table } from '../../shared/store/table.ts'

/** The nodes that a principal has to do with. */
export interface Tree {
  readonly organizations: readonly Organization[]
  readonly entities: readonly Entity[]
  readonly nodes: ReadonlyMap<string, Node>
}

/** The nodes that memberships name, and every entity of an organization that one of them covers whole. */
export async function treeOf(table: Table, memberships: readonly Membership[]): Promise<Tree> {
  const named = new Set(memberships.flatMap(({ orgId, entityId, nodeId }) => [orgId, nodeId, entityId ?? orgId]))
  const whole = new Set(memberships.filter(({ entityId }) => entityId === null).map(({ orgId }) => orgId))
  const [items, ...listed] = await Promise.all([
    getItems(table, [...named].map(nodeKey)),
    ...[...whole].map((orgId) => entitiesOf(table, orgId)),
  ])
  const found: Node[] = [...items.map((item) => fromItem(nodes, item)), ...listed.flat()]
  const all = new Map(found.map((node) => [node.id, node]))
  return {
    organizations: [...all.values()].filter((node) => node.type === 'organization'),
    entities: [...all.values()].filter((node) => node.type === 'entity'),
    nodes: all,
  }
}
