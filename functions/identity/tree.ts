import type { Membership } from '../../shared/auth/principal.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { type Entity, type Node, nodeKey, nodes, type Organization } from '../../shared/store/entities.ts'
import { getItems, queryIndex, type Table } from '../../shared/store/table.ts'

/** More entities than this in one organization are not told at once. */
const maxEntities = 1_000

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
    ...[...whole].map((orgId) =>
      queryIndex(table, {
        index: 'GSI1',
        partition: `ORG#${orgId}#NODES`,
        from: 'entity#',
        to: 'entity#~',
        limit: maxEntities,
      }),
    ),
  ])
  const all = new Map([...items, ...listed.flat()].map((item) => fromItem(nodes, item)).map((node) => [node.id, node]))
  return {
    organizations: [...all.values()].filter((node) => node.type === 'organization'),
    entities: [...all.values()].filter((node) => node.type === 'entity'),
    nodes: all,
  }
}
