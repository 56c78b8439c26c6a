import type { Membership } from '../../../shared/auth/principal.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import {
  type Entity,
  entitiesOf,
  type Node,
  nodeKey,
  nodes,
  type Organization,
} from '../../../shared/store/entities.ts'
import { type Guessed, readBesides, readGuessed } from '../../../shared/store/followed-reads.ts'
import type { ReadItems } from '../../../shared/store/joined-reads.ts'
import type { Key, Table } from '../../../shared/store/table.ts'

/** The nodes that a principal has to do with. */
export interface Tree {
  readonly organizations: readonly Organization[]
  readonly entities: readonly Entity[]
  readonly nodes: ReadonlyMap<string, Node>
}

/** What memberships lead to, read where it was likely that they do, and before it is known which they are. */
export interface EarlyTree {
  readonly named: Guessed
  /** The entities of organizations that a membership covers whole, by the organization. */
  readonly entities: ReadonlyMap<string, readonly Entity[]>
}

export async function earlyTreeOf(reader: Reader, memberships: readonly Membership[]): Promise<EarlyTree> {
  const [named, entities] = await Promise.all([
    readGuessed(reader.readItems, namedBy(memberships)),
    readEntities(reader.table, coveredBy(memberships)),
  ])
  return { named, entities }
}

export interface Reader {
  readonly table: Table
  readonly readItems: ReadItems
}

/** The nodes that memberships name, and every entity of an organization that one of them covers whole. */
export async function treeOf(
  { table, readItems }: Reader,
  memberships: readonly Membership[],
  early: EarlyTree | null,
): Promise<Tree> {
  const covered = coveredBy(memberships)
  const [items, late] = await Promise.all([
    readBesides(readItems, namedBy(memberships), early?.named ?? null),
    readEntities(
      table,
      covered.filter((orgId) => !early?.entities.has(orgId)),
    ),
  ])
  const listed = covered.flatMap((orgId) => late.get(orgId) ?? early?.entities.get(orgId) ?? [])
  const all = new Map([...recordsOf(nodes, items), ...listed].map((node) => [node.id, node]))
  return {
    organizations: [...all.values()].filter((node) => node.type === 'organization'),
    entities: [...all.values()].filter((node) => node.type === 'entity'),
    nodes: all,
  }
}

function namedBy(memberships: readonly Membership[]): Key[] {
  const ids = memberships.flatMap(({ orgId, entityId, nodeId }) => [orgId, nodeId, entityId ?? orgId])
  return [...new Set(ids)].map(nodeKey)
}

function coveredBy(memberships: readonly Membership[]): string[] {
  return [...new Set(memberships.filter(({ entityId }) => entityId === null).map(({ orgId }) => orgId))]
}

async function readEntities(table: Table, orgIds: readonly string[]): Promise<Map<string, Entity[]>> {
  return new Map(await Promise.all(orgIds.map(async (id) => [id, await entitiesOf(table, id)] as const)))
}
