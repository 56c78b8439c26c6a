import type { AuditEntry, auditActions } from '../../../../shared/store/audit.ts'
import type { Node } from '../../../../shared/store/entities.ts'

type NodeAction = Extract<(typeof auditActions)[number], `node.${string}`>

/** The audit entry of something that was done to a node. */
export function auditOfNode(node: Node, action: NodeAction, changes: AuditEntry['changes'] = []): AuditEntry {
  const { id, orgId, livemode, name } = node
  return { orgId, livemode, action, target: { type: 'node', id, label: name }, nodeId: id, changes }
}

/** The audit entry of another name of a node, which is an action of its own for an organization. */
export function auditOfRename(node: Node, formerName: string): AuditEntry {
  const { id, orgId, livemode, name, type } = node
  const changes = [{ field: 'name', from: formerName, to: name }]
  if (type !== 'organization') return auditOfNode(node, 'node.renamed', changes)
  return { orgId, livemode, action: 'organization.renamed', target: { type, id, label: name }, nodeId: id, changes }
}
