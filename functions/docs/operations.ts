import type { LazyOperations } from '../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'GET /': () => import('./open-reference.ts'),
  'GET /openapi.json': () => import('./get-openapi-document.ts'),
  'GET /docs': () => import('./get-reference.ts'),
}
