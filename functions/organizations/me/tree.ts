import type { Membership } from '../../../shared/auth/principal.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import {
  type Entity,
  type EntityPlace,
  entitiesOf,
  type Node,
  nodeKey,
  nodes,
  type Organization,
} from '../../../shared/store/entities.ts'
import { type FeatureStates, featuresAmong } from '../../../shared/store/feature-switches.ts'
import { switchesKey } from '../../../shared/store/settings-keys.ts'
import type { Key, Table } from '../../../shared/store/table.ts'

/** The nodes that a principal has to do with. */
export interface Tree {
  readonly organizations: readonly Organization[]
  readonly entities: readonly Entity[]
  readonly nodes: ReadonlyMap<string, Node>
  /** Of an entity; of an organization where both ids are its own. */
  readonly featuresOf: (place: EntityPlace) => FeatureStates
}

/** The nodes that memberships name, and every entity of an organization that one of them covers whole. */
export async function treeOf(
  { table, readItems }: { readonly table: Table; readonly readItems: BatchLoader },
  memberships: readonly Membership[],
): Promise<Tree> {
  const [items, entities] = await Promise.all([
    readItems(namedBy(memberships)),
    Promise.all(coveredBy(memberships).map((orgId) => entitiesOf(table, orgId))),
  ])
  const all = new Map([...recordsOf(nodes, items), ...entities.flat()].map((node) => [node.id, node]))
  return {
    organizations: [...all.values()].filter((node) => node.type === 'organization'),
    entities: [...all.values()].filter((node) => node.type === 'entity'),
    nodes: all,
    featuresOf: featuresAmong(items),
  }
}

function namedBy(memberships: readonly Membership[]): Key[] {
  const ids = memberships.flatMap(({ orgId, entityId, nodeId }) => [orgId, nodeId, entityId ?? orgId])
  const orgIds = memberships.map(({ orgId }) => orgId)
  return [...[...new Set(ids)].map(nodeKey), ...[...new Set(orgIds)].map(switchesKey)]
}

function coveredBy(memberships: readonly Membership[]): string[] {
  return [...new Set(memberships.filter(({ entityId }) => entityId === null).map(({ orgId }) => orgId))]
}
