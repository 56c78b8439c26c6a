import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'GET /v1/orgs/{orgId}/nodes': () => import('./list-nodes.ts'),
  'POST /v1/orgs/{orgId}/nodes': () => import('./create-node.ts'),
  'GET /v1/nodes/{nodeId}': () => import('./get-node.ts'),
  'PATCH /v1/nodes/{nodeId}': () => import('./change-node.ts'),
  'DELETE /v1/nodes/{nodeId}': () => import('./delete-node.ts'),
  'GET /v1/orgs/{orgId}/roles': () => import('./list-roles.ts'),
  'POST /v1/orgs/{orgId}/roles': () => import('./create-role.ts'),
  'PATCH /v1/orgs/{orgId}/roles/{roleId}': () => import('./change-role.ts'),
  'DELETE /v1/orgs/{orgId}/roles/{roleId}': () => import('./delete-role.ts'),
  'GET /v1/orgs/{orgId}/members': () => import('./list-members.ts'),
  'GET /v1/memberships/{membershipId}': () => import('./get-membership.ts'),
  'PATCH /v1/memberships/{membershipId}': () => import('./change-membership.ts'),
  'DELETE /v1/memberships/{membershipId}': () => import('./remove-membership.ts'),
  'POST /v1/orgs/{orgId}/members': () => import('./invite-member.ts'),
  'POST /v1/memberships/{membershipId}/resend-invitation': () => import('./resend-invitation.ts'),
  'POST /v1/invitations/accept': () => import('./accept-invitation.ts'),
  'GET /invitations/{token}': () => import('./show-invitation.ts'),
  'POST /invitations/{token}': () => import('./accept-on-page.ts'),
  'GET /v1/orgs/{orgId}/audit-log': () => import('./list-audit-log.ts'),
}
