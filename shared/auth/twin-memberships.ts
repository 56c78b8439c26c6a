import { twinIdOf } from '../store/twin-ids.ts'
import { isCustom } from './custom-role.ts'
import type { Membership } from './principal.ts'

/**
 * The memberships of a person, with those in test organizations. A test organization stores none of people: a person has
 * there what they have in the live organization now. So whoever loses access to one loses it to the other at the same moment.
 */
export function withTwins(own: readonly Membership[]): Membership[] {
  const live = own.filter(({ livemode, status }) => livemode && status === 'active')
  return [...own, ...live.map(twinOf)]
}

function twinOf(membership: Membership): Membership {
  const { id, orgId, nodeId, entityId, ancestorIds, role } = membership
  return {
    ...membership,
    id: twinIdOf(id),
    orgId: twinIdOf(orgId),
    nodeId: twinIdOf(nodeId),
    entityId: entityId && twinIdOf(entityId),
    ancestorIds: ancestorIds.map(twinIdOf),
    role: twinRoleOf(role),
    livemode: false,
  }
}

/** System roles are the same in all organizations. */
export function twinRoleOf(role: Membership['role']): Membership['role'] {
  return isCustom(role) ? { ...role, id: twinIdOf(role.id) } : role
}
