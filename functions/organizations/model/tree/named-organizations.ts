import type { PlacedKind } from '../../../../shared/http/authorization/access.ts'
import { type NodePlace, type Organization, placeOf } from '../../../../shared/store/entities.ts'
import { namedNodes } from './named-nodes.ts'

interface NamedOrganization {
  readonly place: NodePlace
  readonly version: number
  readonly organization: Organization
}

/** Organizations as things that a path names. */
export const namedOrganizations = {
  ...namedNodes,
  name: 'organization',
  parameter: 'orgId',
  notFound: 'organization_not_found',
  decode: (items): NamedOrganization | null => {
    const { node } = namedNodes.decode(items) ?? {}
    if (node?.type !== 'organization') return null
    return { place: placeOf(node), version: node.version, organization: node }
  },
} as const satisfies PlacedKind
