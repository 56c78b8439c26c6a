import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'POST /v1/signature-requests': () => import('./create-signature-request.ts'),
  'GET /v1/signature-requests': () => import('./list-signature-requests.ts'),
  'GET /v1/signature-requests/options': () => import('./get-signature-options.ts'),
  'GET /v1/signature-requests/{id}': () => import('./get-signature-request.ts'),
  'PATCH /v1/signature-requests/{id}': () => import('./update-signature-request.ts'),
  'DELETE /v1/signature-requests/{id}': () => import('./delete-signature-request.ts'),
  'POST /v1/signature-requests/{id}/send': () => import('./send-signature-request.ts'),
  'POST /v1/signature-requests/{id}/cancel': () => import('./cancel-signature-request.ts'),
  'POST /v1/signature-requests/{id}/extend': () => import('./extend-signature-request.ts'),
  'POST /v1/signature-requests/{id}/signers/{signerId}/remind': () => import('./remind-signer.ts'),
  'PATCH /v1/signature-requests/{id}/signers/{signerId}': () => import('./correct-signer.ts'),
  'POST /v1/signature-requests/{id}/signers/{signerId}/signing-link': () => import('./create-signing-link.ts'),
  'POST /v1/signature-requests/{id}/reseal': () => import('./reseal-signature-request.ts'),
  'POST /v1/signature-requests/{id}/document/restore': () => import('./restore-document.ts'),
  'GET /v1/signature-requests/{id}/fields': () => import('./list-signature-fields.ts'),
  'GET /v1/signature-requests/{id}/activity': () => import('./list-signature-activity.ts'),
  'POST /v1/test/signature-requests/{id}/signers/{signerId}/actions': () => import('./simulate-signer-action.ts'),
  'POST /v1/test/signature-requests/{id}/expire': () => import('./simulate-expiry.ts'),
}
