import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'POST /v1/signature-documents/verify': () => import('./verify-signature-document.ts'),
}
