import * as v from 'valibot'
import { uuid } from '../platform/ids.ts'
import { type Collection, fromItem, recordsOf } from './collection.ts'
import { type Item, type Table, wholeIndexRange } from './table.ts'

const nodeFields = {
  id: uuid,
  orgId: uuid,
  providerId: uuid,
  name: v.string(),
  createdAt: v.string(),
  version: v.number(),
  livemode: v.boolean(),
  /** The node of the test organization that follows this one, or the live node that this one follows. */
  twinNodeId: v.optional(v.nullable(uuid)),
  /** What the partner application that has made it calls it, where it does. */
  partnerName: v.optional(v.object({ applicationId: v.string(), externalId: v.string() })),
}

/** An organization: the root of its tree. */
export const organizationSchema = v.object({
  ...nodeFields,
  type: v.literal('organization'),
  /** The other one of a live organization and its test twin. */
  twinOrgId: v.nullable(uuid),
  /** How many e-mails to strangers and SMS it can have sent a day, where the operator allows another number than usual. */
  emailsPerDay: v.optional(v.number()),
  smsPerDay: v.optional(v.number()),
})
export type Organization = v.InferOutput<typeof organizationSchema>

export const entitySchema = v.object({
  ...nodeFields,
  type: v.literal('entity'),
  parentId: uuid,
})
export type Entity = v.InferOutput<typeof entitySchema>

export const groupSchema = v.object({
  ...nodeFields,
  type: v.literal('group'),
  parentId: uuid,
  entityId: uuid,
  /** From the organization down to the parent. */
  ancestorIds: v.array(uuid),
})
export type Group = v.InferOutput<typeof groupSchema>

export const nodeSchema = v.variant('type', [organizationSchema, entitySchema, groupSchema])
/** A place in an organization's tree. */
export type Node = v.InferOutput<typeof nodeSchema>

export function nodeKey(id: string) {
  return { PK: `NODE#${id}`, SK: 'NODE' }
}

export const nodes: Collection<Node> = {
  name: 'node',
  schema: nodeSchema,
  key: (node) => nodeKey(node.id),
  indexKeys: (node) => ({ GSI1PK: nodesOf(node.orgId), GSI1SK: nodeOrder(node) }),
}

/** The counterpart of a node in the test organization, or in the live one; null where it has none. */
export function twinNodeIdOf(node: Node): string | null {
  return (node.type === 'organization' ? node.twinOrgId : node.twinNodeId) ?? null
}

/** The listing of an organization's nodes. */
export function nodesOf(orgId: string): string {
  return `ORG#${orgId}#NODES`
}

/** Where a node stands in that listing: entities first, then groups in the order of their paths, the organization last. */
export function nodeOrder(node: Node): string {
  return `${node.type}#${node.type === 'organization' ? node.id : pathOf(placeOf(node))}`
}

/** Where something stands in a tree: at a node, whose ancestors are told from the organization down. */
export interface NodePlace {
  readonly orgId: string
  readonly nodeId: string
  readonly ancestorIds: readonly string[]
}

export function placeOf(node: Node): NodePlace {
  const ancestorIds = node.type === 'organization' ? [] : node.type === 'entity' ? [node.orgId] : node.ancestorIds
  return { orgId: node.orgId, nodeId: node.id, ancestorIds }
}

/** The place of an organization itself. */
export function wholeOf(orgId: string): NodePlace {
  return { orgId, nodeId: orgId, ancestorIds: [] }
}

/** The entity of a place; null for the organization itself. */
export function entityIdOf({ nodeId, ancestorIds }: NodePlace): string | null {
  return ancestorIds.length === 0 ? null : (ancestorIds[1] ?? nodeId)
}

/**
 * A place as a text: the ids from its entity down, empty for the organization. Ids are equally long, so that the paths of
 * all that is below a place, and no others, start with its own.
 */
export function pathOf({ nodeId, ancestorIds }: NodePlace): string {
  return ancestorIds.length === 0 ? '' : [...ancestorIds.slice(1), nodeId].join('/')
}

/** How deep a tree may be: the organization is at 0, an entity at 1. */
export const maxDepth = 6

/** How deep a place lies. */
export function depthOf({ ancestorIds }: NodePlace): number {
  return ancestorIds.length
}

/** The entities of an organization. */
export async function entitiesOf(table: Table, orgId: string): Promise<Entity[]> {
  const range = { partition: nodesOf(orgId), from: 'entity#', to: 'entity#~' }
  const items = await wholeIndexRange(table, { index: 'GSI1', ...range })
  return items.map((item) => fromItem(nodes, item)).filter((node) => node.type === 'entity')
}

export interface EntityPlace {
  readonly orgId: string
  readonly entityId: string
}

/** The entity that something belongs to, among what was read. Throws where it is gone or of another organization: nothing holds without it. */
export function entityIn(items: readonly Item[], { orgId, entityId }: EntityPlace): Entity {
  const entity = recordsOf(nodes, items).find((node) => node.id === entityId && node.orgId === orgId)
  if (entity?.type === 'entity') return entity
  throw new Error(`the entity ${entityId} is not in its organization`)
}

/** An organization among what was read. Throws where it is not there. */
export function organizationIn(items: readonly Item[], orgId: string): Organization {
  const organization = recordsOf(nodes, items).find(({ id }) => id === orgId)
  if (organization?.type === 'organization') return organization
  throw new Error(`the organization ${orgId} does not exist`)
}
