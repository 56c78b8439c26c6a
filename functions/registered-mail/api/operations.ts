import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'POST /v1/registered-mails': () => import('./create-registered-mail.ts'),
  'GET /v1/registered-mails/{id}': () => import('./get-registered-mail.ts'),
}
