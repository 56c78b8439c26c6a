import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'GET /v1/me': () => import('./get-me.ts'),
  'PATCH /v1/me': () => import('./change-me.ts'),
}
