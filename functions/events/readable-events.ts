import { familyOf, isSubscribable } from '../../events/catalog.ts'
import type { OrganizationAccess } from '../../shared/auth/node-access.ts'
import type { Membership } from '../../shared/auth/principal.ts'
import type { EntityPlace } from '../../shared/store/entities.ts'
import type { FeatureStates } from '../../shared/store/feature-switches.ts'
import type { PlacedEvent } from './outbox-page.ts'
import { type ReadRight, readRights } from './read-rights.ts'

/** Which features are on at entities. */
export type FeaturesOfEntities = (place: EntityPlace) => FeatureStates

/** Whether somebody may read an event, by what they hold where it happened. */
export function readableBy(
  { memberships, orgId }: OrganizationAccess,
  featuresOf: FeaturesOfEntities,
): (event: PlacedEvent) => boolean {
  return ({ envelope: { type }, path }) => {
    if (!isSubscribable(type)) return false
    const right = readRights[familyOf(type)]
    const ids = path === null ? null : path.split('/')
    const isHeld = memberships.some(
      (own) => own.permissions.includes(right.permission) && reaches(own, right, { orgId, ids }),
    )
    return isHeld && !isHidden(featuresOf, right, { orgId, entityId: ids?.[0] })
  }
}

interface EventPlace {
  readonly orgId: string
  /** From the entity down; null where it is not known. */
  readonly ids: readonly string[] | null
}

function reaches({ nodeId, entityId }: Membership, { heldAt }: ReadRight, { orgId, ids }: EventPlace): boolean {
  // Whoever holds it on the organization holds it everywhere.
  if (nodeId === orgId) return true
  if (heldAt === 'organization' || ids === null) return false
  return heldAt === 'entity' ? entityId === ids[0] : ids.includes(nodeId)
}

function isHidden(
  featuresOf: FeaturesOfEntities,
  { feature }: ReadRight,
  { orgId, entityId }: { readonly orgId: string; readonly entityId: string | undefined },
): boolean {
  return feature !== null && entityId !== undefined && !featuresOf({ orgId, entityId })[feature]
}
