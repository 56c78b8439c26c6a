import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

/** The signing page and the requests it sends. One function either streams all responses or none, and documents stream. */
export const operations: LazyOperations = {
  'GET /sign/{token}': () => import('./get-signing-page.ts'),
  'GET /sign/assets/{name}': () => import('./get-signing-asset.ts'),
  'GET /sign/logos/{name}': () => import('./get-logo.ts'),
  'GET /sign/{token}/state': () => import('./read-signing-state.ts'),
  'GET /sign/{token}/document': () => import('./read-signing-document.ts'),
  'GET /sign/{token}/mentions/{fieldId}': () => import('./read-mention.ts'),
  'POST /sign/{token}/open': () => import('./open-document.ts'),
  'POST /sign/{token}/views': () => import('./note-viewed-pages.ts'),
  'POST /sign/{token}/preview': () => import('./preview-stamp.ts'),
  'POST /sign/{token}/otp': () => import('./handle-code.ts'),
  'POST /sign/{token}/consent': () => import('./give-consent.ts'),
  'POST /sign/{token}/sign': () => import('./sign-document.ts'),
  'POST /sign/{token}/vendor-authorization': () => import('./remote-signature/start-remote-signature.ts'),
  'POST /sign/{token}/vendor-signature': () => import('./remote-signature/finish-remote-signature.ts'),
  'POST /sign/{token}/decline': () => import('./decline-to-sign.ts'),
}
