import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { changeMember } from './change-member.ts'
import type { Member } from './member.ts'
import type { MemberParts } from './member-parts.ts'
import { auditOfMember } from './member-rules.ts'

/** Ends a membership, and tells of it. The account stays. */
export function removeMember(work: UnitOfWork, member: Member, { email }: Pick<MemberParts, 'email'>): void {
  changeMember(work, { before: member, after: null, grant: null, email })
  const { id: membershipId, userId, nodeId, role } = member
  work.emit({ type: 'member.removed', data: { membershipId, userId, nodeId } }, member)
  work.audit(auditOfMember(member, 'member.removed', [{ field: 'role', from: role.key, to: null }]))
}
