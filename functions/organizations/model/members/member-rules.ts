import { type NodeAccess, permits } from '../../../../shared/auth/node-access.ts'
import { mayHandle, type Ranked, systemRole } from '../../../../shared/auth/role-rank.ts'
import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import type { AuditEntry, auditActions } from '../../../../shared/store/audit.ts'
import type { Member } from './member.ts'

/** Why a role is not the caller's to give, change or take away at a place. */
export function escalationRefusal({ memberships }: NodeAccess, role: Ranked): Refusal<'role_escalation'> | null {
  if (mayHandle(memberships, role)) return null
  return refuse('role_escalation', `The role ${role.key} exceeds your own at this node.`)
}

export function mayManage({ memberships }: NodeAccess): boolean {
  return permits(memberships, 'members.manage')
}

/** Whether a request names the role owner, by its key or its id. */
export function isOwnerRole(named: string): boolean {
  return systemRole(named)?.key === 'owner'
}

export function isActiveOwner({ role, activeSince }: Member): boolean {
  return isOwnerRole(role.id) && activeSince !== null
}

type MemberAction = Extract<(typeof auditActions)[number], `member.${string}`>

/** The audit entry of something that was done to a membership. */
export function auditOfMember(member: Member, action: MemberAction, changes: AuditEntry['changes'] = []): AuditEntry {
  const { id, orgId, livemode, email, nodeId } = member
  return { orgId, livemode, action, target: { type: 'membership', id, label: email }, nodeId, changes }
}
