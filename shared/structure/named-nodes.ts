import type { PlacedKind } from '../http/operation.ts'
import { recordsOf } from '../store/collection.ts'
import { type Node, type NodePlace, nodeKey, nodes, placeOf } from '../store/entities.ts'
import { type ExternalName, namesIn } from './external-name.ts'

interface NamedNode {
  readonly place: NodePlace
  readonly version: number
  readonly node: Node
  /** What applications call it, each for itself. */
  readonly names: readonly ExternalName[]
}

/** Nodes as things that a path names. */
export const namedNodes = {
  name: 'node',
  parameter: 'nodeId',
  notFound: 'node_not_found',
  visibleWith: null,
  partition: (id: string) => ({ partition: nodeKey(id).PK, startingWith: nodeKey(id).SK }),
  decode: (items): NamedNode | null => {
    const [node] = recordsOf(nodes, items)
    return node ? { place: placeOf(node), version: node.version, node, names: namesIn(items) } : null
  },
} as const satisfies PlacedKind
