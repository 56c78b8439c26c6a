import type { LazyOperations } from '../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'POST /v1/uploads': () => import('./create-upload.ts'),
}
