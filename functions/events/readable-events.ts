import { familyOf, isSubscribable } from '../../events/catalog.ts'
import type { OrganizationAccess } from '../../shared/auth/node-access.ts'
import type { Membership } from '../../shared/auth/principal.ts'
import { type EntitySettings, isOff } from '../../shared/store/settings.ts'
import type { PlacedEvent } from './outbox-page.ts'
import { type ReadRight, readRights } from './read-rights.ts'

/** The settings of the entities where events happened that a feature hides. */
export type SettingsOfEntities = ReadonlyMap<string, EntitySettings>

/** Whether somebody may read an event, by what they hold where it happened. */
export function readableBy(
  { memberships, orgId }: OrganizationAccess,
  settings: SettingsOfEntities,
): (event: PlacedEvent) => boolean {
  return ({ envelope: { type }, path }) => {
    if (!isSubscribable(type)) return false
    const right = readRights[familyOf(type)]
    const ids = path === null ? null : path.split('/')
    const isHeld = memberships.some(
      (own) => own.permissions.includes(right.permission) && reaches(own, right, { orgId, ids }),
    )
    return isHeld && !isHidden(settings, right, ids?.[0])
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

function isHidden(settings: SettingsOfEntities, { feature }: ReadRight, entityId: string | undefined): boolean {
  const found = entityId === undefined ? undefined : settings.get(entityId)
  return feature !== null && found !== undefined && isOff(found, feature)
}
