import type { AuditEntry, auditActions } from '../../../../shared/store/audit.ts'
import type { Node } from '../../../../shared/store/entities.ts'

type NodeAction = Extract<(typeof auditActions)[number], `node.${string}`>

/** The audit entry of something that was done to a node. */
export function auditOfNode(node: Node, action: NodeAction, changes: AuditEntry['changes'] = []): AuditEntry {
  const { id, orgId, livemode, name } = node
  return { orgId, livemode, action, target: { type: 'node', id, label: name }, nodeId: id, changes }
}
