import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

/** What streams, and so may answer with more than the 6 MB of a buffered answer. */
export const operations: LazyOperations = {
  'GET /v1/contacts/export': () => import('./export-contacts.ts'),
  'GET /v1/signature-requests/{id}/document': () => import('./get-signature-document.ts'),
}
