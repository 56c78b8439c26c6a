import type { PlacedKind } from '../../shared/http/operation.ts'
import { type NodePlace, type Organization, placeOf } from '../../shared/store/entities.ts'
import type { ExternalName } from '../../shared/structure/external-name.ts'
import { namedNodes } from '../../shared/structure/named-nodes.ts'

interface NamedOrganization {
  readonly place: NodePlace
  readonly version: number
  readonly organization: Organization
  /** What applications call it, each for itself. */
  readonly names: readonly ExternalName[]
}

/** Organizations as things that a path names and that change. */
export const namedOrganizations = {
  ...namedNodes,
  name: 'organization',
  parameter: 'orgId',
  notFound: 'organization_not_found',
  decode: (items): NamedOrganization | null => {
    const { node, names = [] } = namedNodes.decode(items) ?? {}
    if (node?.type !== 'organization') return null
    return { place: placeOf(node), version: node.version, organization: node, names }
  },
} as const satisfies PlacedKind
