import type { AuditEntry, auditActions } from '../../../shared/store/audit.ts'
import type { RequestRecord } from '../model/request.ts'

type SignatureAction = Extract<(typeof auditActions)[number], `signature_request.${string}` | `signing_link.${string}`>

/** The audit entry of something that was done to a request. */
export function auditOf(
  record: RequestRecord,
  action: SignatureAction,
  changes: AuditEntry['changes'] = [],
): AuditEntry {
  return {
    orgId: record.orgId,
    livemode: record.livemode,
    action,
    target: { type: 'signature_request', id: record.id, label: record.title },
    nodeId: record.entityId,
    changes,
  }
}

/** The fields in which two states of a request differ, for the audit log. */
export function differences<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): AuditEntry['changes'] {
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }))
}
