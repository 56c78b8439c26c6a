import type { AuditEntry, auditActions } from '../../../shared/store/audit.ts'
import type { Mail } from '../model/mail.ts'

type MailAction = Extract<(typeof auditActions)[number], `registered_mail.${string}`>

/** The audit entry of something that was done to a mail. Subjects are personal: the log has references only. */
export function auditOf(mail: Mail, action: MailAction, changes: AuditEntry['changes'] = []): AuditEntry {
  const { id, orgId, livemode, entityId, reference } = mail
  const target = { type: 'registered_mail', id, label: reference }
  return { orgId, livemode, action, target, nodeId: entityId, changes }
}
