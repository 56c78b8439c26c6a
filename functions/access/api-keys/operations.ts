import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'GET /v1/orgs/{orgId}/api-keys': () => import('./list-api-keys.ts'),
  'POST /v1/orgs/{orgId}/api-keys': () => import('./create-api-key.ts'),
  'GET /v1/orgs/{orgId}/api-keys/{keyId}': () => import('./get-api-key.ts'),
  'PATCH /v1/orgs/{orgId}/api-keys/{keyId}': () => import('./update-api-key.ts'),
  'POST /v1/orgs/{orgId}/api-keys/{keyId}/rotate-secret': () => import('./rotate-api-key-secret.ts'),
  'POST /v1/orgs/{orgId}/api-keys/{keyId}/revoke': () => import('./revoke-api-key.ts'),
}
