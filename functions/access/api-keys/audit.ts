import type { IssuedKey } from '../../../shared/auth/api-key.ts'
import type { AuditEntry, auditActions } from '../../../shared/store/audit.ts'

type ApiKeyAction = Extract<(typeof auditActions)[number], `api_key.${string}`>

/** The audit entry of something that was done to a key. */
export function auditOfKey(
  { key, client }: Pick<IssuedKey, 'key' | 'client'>,
  action: ApiKeyAction,
  changes: AuditEntry['changes'] = [],
): AuditEntry {
  const { id, orgId, livemode, nodeId } = key
  return { orgId, livemode, action, target: { type: 'api_key', id, label: client.name }, nodeId, changes }
}
