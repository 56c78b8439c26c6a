import type { PlacedKind } from '../../../../shared/http/authorization/access.ts'
import { recordsOf } from '../../../../shared/store/collection.ts'
import { type Node, type NodePlace, nodeKey, nodes, placeOf } from '../../../../shared/store/entities.ts'
import { nodeSettings, type StoredSettings, unchosen } from '../../../../shared/store/settings.ts'

export interface NamedSettings {
  readonly place: NodePlace
  readonly version: number
  readonly node: Node
  /** Without features, which stand with the organization. */
  readonly settings: StoredSettings
  /** Nothing was chosen yet, so that no item holds them. */
  readonly isNew: boolean
}

/** The settings of nodes as things that a path names by the node. */
export const namedSettings = {
  name: 'node',
  parameter: 'nodeId',
  notFound: 'node_not_found',
  visibleWith: null,
  partition: (id: string) => ({ partition: nodeKey(id).PK, startingWith: '' }),
  decode: (items): NamedSettings | null => {
    const [node] = recordsOf(nodes, items)
    if (!node) return null
    const [found] = recordsOf(nodeSettings, items)
    const settings = found ?? unchosen(node.id, node.orgId)
    return { place: placeOf(node), version: settings.version, node, settings, isNew: !found }
  },
} as const satisfies PlacedKind
