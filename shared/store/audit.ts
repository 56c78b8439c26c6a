import * as v from 'valibot'

export const actorTypes = ['user', 'api_key', 'application', 'delegated', 'system', 'vendor'] as const

const actorSchema = v.object({
  type: v.picklist(actorTypes),
  id: v.nullable(v.string()),
  name: v.string(),
  /** The person whom an application acted for. */
  onBehalfOf: v.optional(v.object({ userId: v.string(), name: v.string() })),
})
/** Who did something. */
export type AuditActor = v.InferOutput<typeof actorSchema>

/** Who the writes of a commit are made by, and from where. */
export const authorSchema = v.object({
  actor: actorSchema,
  requestId: v.string(),
  ip: v.nullable(v.string()),
  userAgent: v.nullable(v.string()),
})
export type Author = v.InferOutput<typeof authorSchema>

/** The service itself, about a request or a mail. */
export function systemAuthor(requestId: string): Author {
  return {
    actor: { type: 'system', id: null, name: 'Sealpost' },
    requestId,
    ip: null,
    userAgent: null,
  }
}

/** Everything that leaves a trace in an organization's audit log. */
export const auditActions = [
  'signature_request.created',
  'signature_request.sent',
  'signature_request.changed',
  'signature_request.deleted',
  'signature_request.canceled',
  'signature_request.extended',
  'signature_request.signer_reminded',
  'signature_request.signer_corrected',
  'signing_link.issued',
  'signature_request.resealed',
  'signature_request.document_restored',
  'signature_request.document_purged',
  'signature_request.simulated',
  'vendor_connection.changed',
  'vendor_connection.checked',
  'vendor_connection.deleted',
  'contact.created',
  'contact.changed',
  'contact.deleted',
  'contact.merged',
  'contact.exported',
  'contact.imported',
  'task.created',
  'task.changed',
  'task.completed',
  'task.reopened',
  'task.skipped',
  'task.moved',
  'task.canceled',
  'task.deleted',
  'registered_mail.created',
  'registered_mail.changed',
  'registered_mail.sent',
  'registered_mail.canceled',
  'registered_mail.deleted',
  'registered_mail.item_retried',
  'registered_mail.item_refreshed',
  'registered_mail.item_settled',
  'registered_mail.recipient_update_answered',
  'registered_mail.simulated',
  'sender_account.created',
  'sender_account.changed',
  'sender_account.verified',
  'sender_account.deleted',
  'sender_account.refreshed',
  'sender_account.otp_secret_stored',
  'sender_account.otp_secret_removed',
  'sender_account.simulated',
  'api_key.created',
  'api_key.changed',
  'api_key.secret_rotated',
  'api_key.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.secret_rotated',
  'webhook.disabled',
  'webhook.enabled',
  'webhook.replayed',
  'webhook.deleted',
  'grant.created',
  'grant.approved',
  'grant.changed',
  'grant.revoked',
  'grant.used',
  'organization.created',
  'organization.renamed',
  'node.created',
  'node.renamed',
  'node.moved',
  'node.deleted',
  'node.restored',
  'settings.changed',
  'role.created',
  'role.changed',
  'role.deleted',
  'member.added',
  'member.invitation_resent',
  'member.invitation_accepted',
  'member.role_changed',
  'member.moved',
  'member.removed',
  'test_mode.enabled',
  'test_mode.reset',
  'test_mode.disabled',
  'test_mode.clock_advanced',
] as const

/** The part of an entry that is its own, whatever else its commit did. */
export const auditedSchema = v.object({
  action: v.picklist(auditActions),
  target: v.object({ type: v.string(), id: v.string(), label: v.nullable(v.string()) }),
  nodeId: v.nullable(v.string()),
  changes: v.array(v.object({ field: v.string(), from: v.unknown(), to: v.unknown() })),
})
type Audited = v.InferOutput<typeof auditedSchema>

/** What a handler knows of an entry; who, when and from where is added by the work it is part of. */
export type AuditEntry = Audited & { orgId: string; livemode: boolean }

/** An entry as it stands in the audit log: linked to the one before it in its chain, or, for a moment, not yet. */
export type AuditRecord = AuditEntry & Author & { id: string; at: string; hash: string | null; prevHash: string | null }
