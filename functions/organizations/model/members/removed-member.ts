import type { Grant } from '../../../../shared/auth/grants/grant.ts'
import type { Principal } from '../../../../shared/auth/principal.ts'
import type { Table } from '../../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { revokeConsentsOf } from '../../../access/model/consents-of-member.ts'
import { changeMember } from './change-member.ts'
import type { Member } from './member.ts'
import type { MemberParts } from './member-parts.ts'
import { auditOfMember } from './member-rules.ts'

interface Removal {
  readonly table: Table
  readonly work: UnitOfWork
  readonly by: Principal
  readonly nowMs: number
}

/**
 * Ends a membership, and publishes that. The account stays. If it was the person's last membership or invitation in the
 * organization, their own consents there are revoked.
 */
export async function removeMember(
  removal: Removal,
  member: Member,
  { email, consents }: Pick<MemberParts, 'email'> & { readonly consents: readonly Grant[] },
): Promise<void> {
  const { work } = removal
  changeMember(work, { before: member, after: null, grant: null, email })
  const { id: membershipId, userId, nodeId, role } = member
  work.emit({ type: 'member.removed', data: { membershipId, userId, nodeId } }, member)
  work.audit(auditOfMember(member, 'member.removed', [{ field: 'role', from: role.key, to: null }]))
  const isLast = email.places.every((place) => place.membershipId === membershipId)
  if (isLast) await revokeConsentsOf(removal, member, consents)
}
