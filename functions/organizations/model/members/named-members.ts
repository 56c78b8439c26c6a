import type { PlacedKind } from '../../../../shared/http/authorization/access.ts'
import { recordsOf } from '../../../../shared/store/collection.ts'
import type { NodePlace } from '../../../../shared/store/entities.ts'
import { isTwinId, twinIdOf } from '../../../../shared/store/twin-ids.ts'
import { type Member, memberPartition, members, placeOfMember } from './member.ts'
import { mirroredMembers } from './mirrored-member.ts'

interface NamedMember {
  readonly place: NodePlace
  readonly version: number
  readonly member: Member
}

/** Memberships as resources that a path names. */
export const namedMembers: PlacedKind<NamedMember> = {
  name: 'membership',
  parameter: 'membershipId',
  notFound: 'membership_not_found',
  visibleWith: 'members.read',
  partition: (id) => ({
    partition: memberPartition(isTwinId(id) ? twinIdOf(id) : id),
    startingWith: 'MEMBER',
    isOneItem: true,
    ...(isTwinId(id) && { seenAs: mirroredMembers }),
  }),
  decode: (items) => {
    const [member] = recordsOf(members, items)
    return member ? { place: placeOfMember(member), version: member.version, member } : null
  },
  isOwn: ({ member }, principalId) => member.userId === principalId,
}
