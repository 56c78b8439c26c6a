import type { LazyOperations } from '../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'GET /v1/events': () => import('./list-events.ts'),
  'GET /v1/webhook-events': () => import('./list-webhook-events.ts'),
}
