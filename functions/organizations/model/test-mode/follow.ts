import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import type { Node } from '../../../../shared/store/entities.ts'
import { isTwinId } from '../../../../shared/store/twin-ids.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'

/** Has the test organization follow a change of a live node, if there is one. A new node is told of by its parent. */
export function letTwinFollow(work: UnitOfWork, node: Node): void {
  const { orgId, livemode } = node
  const hasTwin = node.type === 'organization' ? node.twinOrgId : node.twinNodeId
  if (livemode && hasTwin) work.enqueue({ type: 'test_mode.step_due', data: { orgId } }, { orgId, livemode })
}

/** The same for a custom role, which does not tell whether there is a test organization. */
export function letTwinFollowRoles(work: UnitOfWork, of: { readonly orgId: string; readonly livemode: boolean }): void {
  if (of.livemode) work.enqueue({ type: 'test_mode.step_due', data: { orgId: of.orgId } }, of)
}

/** Refuses changes of a node that follows a live one. */
export function followingRefusal(node: Node): Refusal<'forbidden'> | null {
  const follows = isTwinId(node.id) && (node.type === 'organization' || node.twinNodeId)
  return follows ? refuse('forbidden', 'This node follows the live organization. Change it there.') : null
}

/** Refuses changes of a role that follows a live one. */
export function followingRoleRefusal({ id }: { readonly id: string }): Refusal<'forbidden'> | null {
  return isTwinId(id) ? refuse('forbidden', 'This role follows the live organization. Change it there.') : null
}
