import type { AuditEntry } from '../../../shared/store/audit.ts'
import type { SenderAccount } from './sender-account.ts'

type SenderAction = Extract<AuditEntry['action'], `sender_account.${string}`>

/** The audit entry of something that was done to a sender account. */
export function auditOfSender(
  { id, orgId, livemode, entityId, label }: SenderAccount,
  action: SenderAction,
  changes: AuditEntry['changes'] = [],
): AuditEntry {
  return { orgId, livemode, action, target: { type: 'sender_account', id, label }, nodeId: entityId, changes }
}
