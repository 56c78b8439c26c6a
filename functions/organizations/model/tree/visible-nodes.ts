import type { Membership } from '../../../../shared/auth/principal.ts'
import type { Found, PageRequest } from '../../../../shared/http/page.ts'
import { fromItem } from '../../../../shared/store/collection.ts'
import { type Node, nodeKey, nodeOrder, nodes, nodesOf, pathOf } from '../../../../shared/store/entities.ts'
import { firstOfRanges, type Range, startingWith } from '../../../../shared/store/index-ranges.ts'
import { getItem, getItems, type Item, type Table } from '../../../../shared/store/table.ts'

export const nodeTypes = ['organization', 'entity', 'group'] as const
type NodeType = (typeof nodeTypes)[number]

/** Which nodes of an organization are asked for: a page of those of one type, or of all. */
export interface NodeSearch {
  readonly orgId: string
  readonly type: NodeType | undefined
  readonly page: PageRequest
}

/** The listing begins with the organization, which stands last in the index. */
const organizationOrder = ''

/** A page of the whole organization and one node more. Most callers see all of it, so that it is read before the caller is authorized. */
export async function nodesOfWhole(table: Table, search: NodeSearch): Promise<Node[]> {
  const asksOrganization = isAsked('organization', search) && search.page.after === null
  const [organization, others] = await Promise.all([
    asksOrganization ? getItem(table, nodeKey(search.orgId)) : null,
    search.type === 'organization' ? [] : listed(table, search, [rangeOf(search.type)]),
  ])
  return nodesIn(organization ? [organization, ...others] : others)
}

/** A page of the nodes that memberships show: those above them as their context, their own, and everything below. */
export async function visibleNodes(
  table: Table,
  search: NodeSearch,
  memberships: readonly Membership[],
  whole: readonly Node[],
): Promise<Found<Node>> {
  const seesAll = memberships.some(({ entityId }) => entityId === null)
  const found = seesAll ? whole : await aroundOwn(table, search, memberships)
  const records = found.slice(0, search.page.size)
  const last = records.at(-1)
  return { records, next: last && found.length > search.page.size ? orderOf(last) : null }
}

async function aroundOwn(table: Table, search: NodeSearch, memberships: readonly Membership[]): Promise<Node[]> {
  const above = new Set(memberships.flatMap(({ ancestorIds, nodeId }) => [...ancestorIds, nodeId]))
  const below = memberships.map((own) => startingWith(`group#${pathOf(own)}`))
  const [context, under] = await Promise.all([
    getItems(table, [...above].map(nodeKey)),
    isAsked('group', search) ? listed(table, search, below) : [],
  ])
  const all = new Map(nodesIn([...context, ...under]).map((node) => [orderOf(node), node]))
  const { after } = search.page
  return [...all]
    .filter(([order, node]) => isAsked(node.type, search) && (after === null || order > after))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, node]) => node)
}

function isAsked(type: NodeType, { type: asked }: NodeSearch): boolean {
  return asked === undefined || asked === type
}

/** One node more than the page holds tells whether there is a next one. */
async function listed(table: Table, { orgId, page }: NodeSearch, ranges: readonly Range[]): Promise<Item[]> {
  return await firstOfRanges(table, {
    partition: nodesOf(orgId),
    after: page.after,
    limit: page.size + 1,
    ranges,
  })
}

function rangeOf(type: 'entity' | 'group' | undefined): Range {
  return type === undefined ? { from: 'entity#', to: 'group#~' } : startingWith(`${type}#`)
}

function orderOf(node: Node): string {
  return node.type === 'organization' ? organizationOrder : nodeOrder(node)
}

function nodesIn(items: readonly Item[]): Node[] {
  return items.map((item) => fromItem(nodes, item))
}
