import type { PlacedKind } from '../../../../shared/http/authorization/access.ts'
import { recordsOf } from '../../../../shared/store/collection.ts'
import { type Node, type NodePlace, nodeKey, nodes, placeOf } from '../../../../shared/store/entities.ts'

interface NamedNode {
  readonly place: NodePlace
  readonly version: number
  readonly node: Node
}

/** Nodes as things that a path names. */
export const namedNodes = {
  name: 'node',
  parameter: 'nodeId',
  notFound: 'node_not_found',
  visibleWith: null,
  partition: (id: string) => ({ partition: nodeKey(id).PK, startingWith: nodeKey(id).SK, isOneItem: true }),
  decode: (items): NamedNode | null => {
    const [node] = recordsOf(nodes, items)
    return node ? { place: placeOf(node), version: node.version, node } : null
  },
} as const satisfies PlacedKind
