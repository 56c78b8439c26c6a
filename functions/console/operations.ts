import type { LazyOperations } from '../../shared/http/lazy-operations.ts'

/** The console's page, and the files that it loads. What it does, it does by the public operations of the API. */
export const operations: LazyOperations = {
  'GET /console': () => import('./get-console.ts'),
  'GET /console/callback': () => import('./get-console-callback.ts'),
  'GET /console/assets/{name}': () => import('./get-console-asset.ts'),
}
