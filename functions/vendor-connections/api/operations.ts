import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'GET /v1/orgs/{orgId}/vendor-connections': () => import('./list-vendor-connections.ts'),
  'PUT /v1/orgs/{orgId}/vendor-connections/{vendor}': () => import('./configure-vendor-connection.ts'),
  'DELETE /v1/orgs/{orgId}/vendor-connections/{vendor}': () => import('./delete-vendor-connection.ts'),
  'POST /v1/orgs/{orgId}/vendor-connections/{vendor}/check': () => import('./check-vendor-connection.ts'),
  'POST /vendor-webhooks/{vendor}/{token}': () => import('./receive-vendor-webhook.ts'),
}
