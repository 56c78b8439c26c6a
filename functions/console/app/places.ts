import { call } from './api.ts'
import type { Node, Role } from './api-types.ts'

/** A node with its place in the tree. */
export interface PlacedNode extends Pick<Node, 'id' | 'type' | 'parentId' | 'entityId' | 'version'> {
  readonly depth: number
  /** Indented by its depth, for lists of choices. */
  readonly name: string
  readonly plainName: string
}

/** All nodes of an organization, each below its parent. */
export async function nodesOf(orgId: string): Promise<PlacedNode[]> {
  const nodes: Node[] = []
  let pageToken: string | undefined
  do {
    const page = await call('GET /v1/orgs/{orgId}/nodes', { path: { orgId }, query: { pageSize: 100, pageToken } })
    nodes.push(...page.results)
    pageToken = page.nextPageToken
  } while (pageToken)
  return placed(nodes)
}

/** The roots are the nodes whose parents the reader cannot see. */
export function placed(nodes: readonly Node[]): PlacedNode[] {
  const known = new Set(nodes.map(({ id }) => id))
  const below = (parentId: string | null, depth: number): PlacedNode[] =>
    nodes
      .filter((node) => (parentId === null ? !node.parentId || !known.has(node.parentId) : node.parentId === parentId))
      .flatMap((node) => [
        { ...node, depth, plainName: node.name, name: `${'\u2003'.repeat(depth)}${node.name}` },
        ...below(node.id, depth + 1),
      ])
  return below(null, 0)
}

export async function rolesOf(orgId: string): Promise<readonly Role[]> {
  return (await call('GET /v1/orgs/{orgId}/roles', { path: { orgId } })).results
}
