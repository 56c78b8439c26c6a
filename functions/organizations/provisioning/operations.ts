import type { Operation } from '../../../shared/http/operation.ts'
import { changeProvisionedMembership } from './change-provisioned-membership.ts'
import { deleteProvisionedNode } from './delete-provisioned-node.ts'
import { findProvisionedUser } from './find-provisioned-user.ts'
import { getOwnDelivery } from './get-own-delivery.ts'
import { listOwnDeliveries } from './list-own-deliveries.ts'
import { listOwnWebhooks } from './list-own-webhooks.ts'
import { listProvisionedNodes } from './list-provisioned-nodes.ts'
import { listProvisionedOrganizations } from './list-provisioned-organizations.ts'
import { provisionMember } from './provision-member.ts'
import { provisionMembers } from './provision-members.ts'
import { provisionNode } from './provision-node.ts'
import { provisionOrganization } from './provision-organization.ts'
import { removeProvisionedMembership } from './remove-provisioned-membership.ts'
import { renameProvisionedNode } from './rename-provisioned-node.ts'
import { renameProvisionedOrganization } from './rename-provisioned-organization.ts'
import { resendProvisionedInvitation } from './resend-provisioned-invitation.ts'

export const operations: readonly Operation[] = [
  listProvisionedOrganizations,
  provisionOrganization,
  renameProvisionedOrganization,
  listProvisionedNodes,
  provisionNode,
  renameProvisionedNode,
  deleteProvisionedNode,
  provisionMember,
  provisionMembers,
  changeProvisionedMembership,
  removeProvisionedMembership,
  resendProvisionedInvitation,
  findProvisionedUser,
  listOwnWebhooks,
  listOwnDeliveries,
  getOwnDelivery,
]
