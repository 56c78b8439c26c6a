import {
  type EventFamily,
  familyOf,
  featureOfFamily,
  isSubscribable,
  type SubscribableType,
} from '../../events/catalog.ts'
import type { OrganizationAccess } from '../../shared/auth/node-access.ts'
import type { Permission } from '../../shared/auth/permissions.ts'
import type { Feature } from '../../shared/store/features.ts'

/** What it takes to read what happened. */
export interface ReadRight {
  readonly permission: Permission
  /**
   * Where the permission has to be held, as by the operations on the same things. `entity`: anywhere that reaches the
   * entity, groups of it included; `node`: at the very place or above it; `organization`: on the organization itself.
   */
  readonly heldAt: 'entity' | 'node' | 'organization'
  /** While it is off for the entity, what happened there is out of reach. */
  readonly feature: Feature | null
}

/** Of each family of events that can be read. */
export const readRights: Readonly<Record<EventFamily<SubscribableType>, ReadRight>> = {
  signature: { permission: 'signature.read', heldAt: 'entity', feature: featureOfFamily.signature },
  document: { permission: 'signature.read', heldAt: 'entity', feature: featureOfFamily.document },
  member: { permission: 'members.read', heldAt: 'node', feature: featureOfFamily.member },
  contact: { permission: 'contacts.read', heldAt: 'entity', feature: featureOfFamily.contact },
  task: { permission: 'tasks.use', heldAt: 'entity', feature: featureOfFamily.task },
  registered_mail: {
    permission: 'registered_mail.read',
    heldAt: 'entity',
    feature: featureOfFamily.registered_mail,
  },
  sender_account: { permission: 'registered_mail.read', heldAt: 'entity', feature: featureOfFamily.sender_account },
  grant: { permission: 'integrations.manage', heldAt: 'organization', feature: featureOfFamily.grant },
}

/** Every permission by which some events can be read. */
export const readPermissions: readonly Permission[] = Object.values(readRights).map(({ permission }) => permission)

/** The permissions by which somebody may read events anywhere in the organization. */
export function readPermissionsOnAll({ memberships, orgId }: OrganizationAccess): Permission[] {
  const ofOrganization = memberships.filter(({ nodeId }) => nodeId === orgId)
  return readPermissions.filter((permission) =>
    ofOrganization.some(({ permissions }) => permissions.includes(permission)),
  )
}

/** Whether permissions are enough to read events of a type. */
export function mayReadType(held: readonly Permission[], type: string): boolean {
  return isSubscribable(type) && held.includes(readRights[familyOf(type)].permission)
}
