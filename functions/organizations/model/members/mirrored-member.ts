import { twinRoleOf } from '../../../../shared/auth/twin-memberships.ts'
import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { recordsOf, toItem } from '../../../../shared/store/collection.ts'
import type { Item } from '../../../../shared/store/table.ts'
import { isTwinId, twinIdOf } from '../../../../shared/store/twin-ids.ts'
import { type Member, members } from './member.ts'

/** A member of a live organization as its test organization shows them. */
export function mirroredMember(member: Member): Member {
  const { id, orgId, nodeId, ancestorIds, role } = member
  return {
    ...member,
    id: twinIdOf(id),
    orgId: twinIdOf(orgId),
    nodeId: twinIdOf(nodeId),
    ancestorIds: ancestorIds.map(twinIdOf),
    role: twinRoleOf(role),
    livemode: false,
  }
}

/** The same for the items of members. */
export function mirroredMembers(items: readonly Item[]): Item[] {
  return recordsOf(members, items).map((member) => toItem(members, mirroredMember(member)))
}

/** Refuses changes of memberships in a test organization. */
export function mirroredRefusal({ orgId }: Pick<Member, 'orgId'>): Refusal<'forbidden'> | null {
  if (!isTwinId(orgId)) return null
  return refuse(
    'forbidden',
    'The members of a test organization are those of the live organization. Change them there.',
  )
}
