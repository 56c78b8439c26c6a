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

/**
 * Whether the role that a key or an id names is far-reaching, as those of owners and administrators are: people need a recent sign-in
 * to give or take it. Every custom role counts as far-reaching, because its permissions can be changed at any time.
 */
export function isFarReaching(named: string): boolean {
  const role = systemRole(named)
  return role === null || role.permissions.includes('integrations.manage')
}

/** Whether somebody has such a role now. */
export function hasFarReachingRole({ role, activeSince }: Member): boolean {
  return isFarReaching(role.id) && activeSince !== null
}

type MemberAction = Extract<(typeof auditActions)[number], `member.${string}`>

/** The audit entry of something that was done to a membership. */
export function auditOfMember(member: Member, action: MemberAction, changes: AuditEntry['changes'] = []): AuditEntry {
  const { id, orgId, livemode, email, nodeId } = member
  return { orgId, livemode, action, target: { type: 'membership', id, label: email }, nodeId, changes }
}
