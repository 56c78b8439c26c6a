import { type Role, referenceOf, repeatedPermissions } from '../../../../shared/auth/custom-role.ts'
import { type NodeAccess, nodeAccess } from '../../../../shared/auth/node-access.ts'
import { isRefusal, type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { forbidden } from '../../../../shared/http/authorization/refusals.ts'
import type { AuditEntry } from '../../../../shared/store/audit.ts'
import { recordsOf } from '../../../../shared/store/collection.ts'
import { entityIdOf, nodes, placeOf } from '../../../../shared/store/entities.ts'
import type { Item } from '../../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { changeMember } from './change-member.ts'
import { entityOfMember, type Member, updateOf } from './member.ts'
import type { MemberParts } from './member-parts.ts'
import { auditOfMember, escalationRefusal, mayManage } from './member-rules.ts'

/** A member whose membership somebody would change. */
export interface Given {
  readonly access: NodeAccess
  readonly member: Member
  readonly parts: MemberParts
}

/** A member as they are to be, with what goes along. */
export interface Changed {
  readonly after: Member
  readonly parts: MemberParts
  /** Null: nothing is different. */
  readonly action: 'member.role_changed' | 'member.moved' | null
  readonly changes: AuditEntry['changes']
}

export function inRole(
  { access, member, parts }: Given,
  role: Role | Refusal<'role_not_found' | 'role_other_org'>,
): Changed | Refusal<'role_not_found' | 'role_other_org' | 'role_escalation'> {
  if (isRefusal(role)) return role
  const escalation = escalationRefusal(access, role)
  if (escalation) return escalation
  return {
    after: { ...member, role: referenceOf(role), version: member.version + 1 },
    parts: { ...parts, role, membership: { ...parts.membership, permissions: repeatedPermissions(role) } },
    action: role.id === member.role.id ? null : 'member.role_changed',
    changes: [{ field: 'role', from: member.role.key, to: role.key }],
  }
}

export function moved(
  { access, member, parts }: Given,
  items: readonly Item[],
): Changed | Refusal<'node_not_found' | 'membership_move_other_entity' | 'forbidden' | 'role_escalation'> {
  const [node] = recordsOf(nodes, items)
  const place = node && placeOf(node)
  const atNode = place && nodeAccess(access.principal, place)
  if (!node || !place || !atNode) return refuse('node_not_found', 'nodeId does not name a node that you can see.')
  if (place.orgId !== member.orgId || entityIdOf(place) !== entityOfMember(member))
    return refuse('membership_move_other_entity', 'A membership can move only within its entity.')
  if (!mayManage(atNode)) return forbidden('members.manage')
  const escalation = escalationRefusal(atNode, parts.role)
  if (escalation) return escalation
  const ancestorIds = [...place.ancestorIds]
  return {
    after: { ...member, nodeId: node.id, ancestorIds, version: member.version + 1 },
    parts: { ...parts, node },
    action: node.id === member.nodeId ? null : 'member.moved',
    changes: [{ field: 'nodeId', from: member.nodeId, to: node.id }],
  }
}

/** Writes a change, and tells of it. A repeated PATCH finds everything as it asks for: then nothing happens twice. */
export function writeChanged(work: UnitOfWork, { member, parts }: Given, changed: Changed, nowMs: number): Member {
  const { after, action } = changed
  if (action === null) return member
  changeMember(work, { before: member, after, grant: changed.parts.membership, email: parts.email })
  work.emit({ type: 'member.updated', data: updateOf(after, nowMs) }, after)
  work.audit(auditOfMember(after, action, changed.changes))
  return after
}
