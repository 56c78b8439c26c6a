import type { Operation } from '../../../shared/http/operation.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { acceptOnPage } from './accept-on-page.ts'
import { changeMembership } from './change-membership.ts'
import { changeNode } from './change-node.ts'
import { changeRole } from './change-role.ts'
import { createNode } from './create-node.ts'
import { createRole } from './create-role.ts'
import { deleteNode } from './delete-node.ts'
import { deleteRole } from './delete-role.ts'
import { getMembership } from './get-membership.ts'
import { getNode } from './get-node.ts'
import { inviteMember } from './invite-member.ts'
import { listAuditLog } from './list-audit-log.ts'
import { listMembers } from './list-members.ts'
import { listNodes } from './list-nodes.ts'
import { listRoles } from './list-roles.ts'
import { removeMembership } from './remove-membership.ts'
import { resendInvitation } from './resend-invitation.ts'
import { showInvitation } from './show-invitation.ts'

export const operations: readonly Operation[] = [
  listNodes,
  createNode,
  getNode,
  changeNode,
  deleteNode,
  listRoles,
  createRole,
  changeRole,
  deleteRole,
  listMembers,
  getMembership,
  changeMembership,
  removeMembership,
  inviteMember,
  resendInvitation,
  acceptInvitation,
  showInvitation,
  acceptOnPage,
  listAuditLog,
]
