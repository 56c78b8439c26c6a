import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'GET /v1/provisioning/orgs': () => import('./list-provisioned-organizations.ts'),
  'POST /v1/provisioning/orgs': () => import('./provision-organization.ts'),
  'PATCH /v1/provisioning/orgs/{orgId}': () => import('./rename-provisioned-organization.ts'),
  'GET /v1/provisioning/orgs/{orgId}/nodes': () => import('./list-provisioned-nodes.ts'),
  'POST /v1/provisioning/orgs/{orgId}/nodes': () => import('./provision-node.ts'),
  'PATCH /v1/provisioning/nodes/{nodeId}': () => import('./rename-provisioned-node.ts'),
  'DELETE /v1/provisioning/nodes/{nodeId}': () => import('./delete-provisioned-node.ts'),
  'POST /v1/provisioning/orgs/{orgId}/members': () => import('./provision-member.ts'),
  'POST /v1/provisioning/orgs/{orgId}/members/batch': () => import('./provision-members.ts'),
  'PATCH /v1/provisioning/memberships/{membershipId}': () => import('./change-provisioned-membership.ts'),
  'DELETE /v1/provisioning/memberships/{membershipId}': () => import('./remove-provisioned-membership.ts'),
  'POST /v1/provisioning/memberships/{membershipId}/resend-invitation': () =>
    import('./resend-provisioned-invitation.ts'),
  'GET /v1/provisioning/users': () => import('./find-provisioned-user.ts'),
  'GET /v1/provisioning/webhooks': () => import('./list-own-webhooks.ts'),
  'GET /v1/provisioning/webhooks/{webhookId}/deliveries': () => import('./list-own-deliveries.ts'),
  'GET /v1/provisioning/webhooks/{webhookId}/deliveries/{deliveryId}': () => import('./get-own-delivery.ts'),
}
