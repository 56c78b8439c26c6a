import type { Grant } from '../../../shared/auth/grants/grant.ts'
import type { AuditEntry, auditActions } from '../../../shared/store/audit.ts'

type GrantAction = Extract<(typeof auditActions)[number], `grant.${string}`>

/** The audit entry of something that was done to a grant, under the name of its application. */
export function auditOfGrant(
  { id, orgId, livemode }: Grant,
  action: GrantAction,
  applicationName: string,
  changes: AuditEntry['changes'] = [],
): AuditEntry {
  return { orgId, livemode, action, target: { type: 'grant', id, label: applicationName }, nodeId: orgId, changes }
}
