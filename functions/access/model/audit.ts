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

/** The fields of a grant that differ, as audit entries show them. */
export function grantChanges(before: Grant, after: Grant): AuditEntry['changes'] {
  const shown = ({ status, role, scopes, delegatedScopes, requestedScopes }: Grant): [string, unknown][] => [
    ['status', status],
    ['role', role?.key ?? null],
    ['scopes', scopes],
    ['delegatedScopes', delegatedScopes],
    ['requestedScopes', requestedScopes],
  ]
  const from = new Map(shown(before))
  return shown(after)
    .map(([field, to]) => ({ field, from: from.get(field), to }))
    .filter((change) => JSON.stringify(change.from) !== JSON.stringify(change.to))
}
