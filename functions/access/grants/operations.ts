import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'GET /v1/orgs/{orgId}/grants': () => import('./list-grants.ts'),
  'POST /v1/orgs/{orgId}/grants': () => import('./install-application.ts'),
  'POST /v1/orgs/{orgId}/grants/{grantId}/approve': () => import('./approve-grant.ts'),
  'PATCH /v1/orgs/{orgId}/grants/{grantId}': () => import('./change-grant.ts'),
  'POST /v1/orgs/{orgId}/grants/{grantId}/revoke': () => import('./revoke-grant.ts'),
  'GET /v1/me/grants': () => import('./list-own-grants.ts'),
  'DELETE /v1/me/grants/{grantId}': () => import('./revoke-own-grant.ts'),
  'GET /v1/me/sessions': () => import('./list-own-sessions.ts'),
  'DELETE /v1/me/sessions/{sessionId}': () => import('./end-own-session.ts'),
  'GET /v1/oauth/consent-requests': () => import('./get-consent-request.ts'),
  'POST /v1/oauth/consents': () => import('./consent-to-application.ts'),
  'POST /v1/oauth/grants/exchange': () => import('./exchange-code.ts'),
}
