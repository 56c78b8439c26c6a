import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

/** The public page on which anybody checks a document. */
export const operations: LazyOperations = {
  'GET /verify': () => import('./show-start.ts'),
  'POST /verify': () => import('./check-document.ts'),
  'GET /verify/{verificationId}': () => import('./show-sealed.ts'),
  'POST /verify/uploads': () => import('./create-check-upload.ts'),
}
