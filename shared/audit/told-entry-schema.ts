import * as v from 'valibot'
import { growing } from '../platform/growing.ts'
import { uuid } from '../platform/ids.ts'
import { actorTypes, auditActions } from '../store/audit.ts'

/** An entry as the audit log tells it. */
export const toldEntrySchema = v.pipe(
  v.object({
    id: uuid,
    orgId: uuid,
    at: v.string(),
    actor: v.object({
      type: growing(actorTypes),
      id: v.nullable(v.string()),
      name: v.string(),
      onBehalfOf: v.nullable(v.object({ userId: v.string(), name: v.string() })),
    }),
    action: growing(auditActions),
    target: v.object({ type: v.string(), id: v.string(), label: v.nullable(v.string()) }),
    nodeId: v.nullable(v.string()),
    changes: v.array(v.object({ field: v.string(), from: v.unknown(), to: v.unknown() })),
    ip: v.nullable(v.string()),
    userAgent: v.nullable(v.string()),
    requestId: v.string(),
    livemode: v.boolean(),
    hash: v.nullable(
      v.pipe(
        v.string(),
        v.description('The SHA-256 of the entry in hex. Null for a moment, until the entry is linked.'),
      ),
    ),
    prevHash: v.nullable(
      v.pipe(v.string(), v.description('The hash of the previous entry in its chain. Empty for the first entry.')),
    ),
  }),
  v.title('AuditEntry'),
)
export type ToldEntry = v.InferOutput<typeof toldEntrySchema>
