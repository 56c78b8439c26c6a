import * as v from 'valibot'
import { dayMs } from '../clock.ts'
import type { Collection } from './collection.ts'

const actorSchema = v.object({
  type: v.picklist(['user', 'api_key', 'application', 'delegated', 'system', 'vendor']),
  id: v.nullable(v.string()),
  name: v.string(),
})
/** Who did something. */
export type AuditActor = v.InferOutput<typeof actorSchema>

/** Everything that leaves a trace in an organization's audit log. */
export const auditActions = [
  'signature_request.created',
  'signature_request.sent',
  'signature_request.changed',
  'signature_request.deleted',
  'signature_request.canceled',
  'signature_request.extended',
  'signature_request.resealed',
  'signature_request.simulated',
] as const

const entryFields = {
  orgId: v.string(),
  livemode: v.boolean(),
  action: v.picklist(auditActions),
  target: v.object({ type: v.string(), id: v.string(), label: v.nullable(v.string()) }),
  nodeId: v.nullable(v.string()),
  changes: v.array(v.object({ field: v.string(), from: v.unknown(), to: v.unknown() })),
}
const entrySchema = v.object(entryFields)
/** What a handler knows of an entry; who, when and from where is added by the work it is part of. */
export type AuditEntry = v.InferOutput<typeof entrySchema>

export const auditRecordSchema = v.object({
  ...entryFields,
  id: v.string(),
  at: v.string(),
  actor: actorSchema,
  requestId: v.string(),
  ip: v.nullable(v.string()),
  userAgent: v.nullable(v.string()),
})
export type AuditRecord = v.InferOutput<typeof auditRecordSchema>

const keptForMs = 3 * 365 * dayMs

export const auditEntries: Collection<AuditRecord> = {
  name: 'audit',
  schema: auditRecordSchema,
  key: (entry) => ({ PK: `ORG#${entry.orgId}#AUDIT`, SK: entry.id }),
  expiresAtSec: (entry) => Math.floor((Date.parse(entry.at) + keptForMs) / 1000),
}
