import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

/** The pages of recipients and of owners of sender accounts. One function either streams all responses or none, and files stream. */
export const operations: LazyOperations = {
  'GET /a/{token}': () => import('./show-owner-page.ts'),
  'POST /a/{token}': () => import('./act-on-owner-page.ts'),
  'GET /r/{token}': () => import('./show-recipient-page.ts'),
  'POST /r/{token}': () => import('./act-on-recipient-page.ts'),
  'GET /r/{token}/content': () => import('./download-content.ts'),
  'GET /p/{token}': () => import('./show-follower-page.ts'),
  'GET /p/{token}/{kind}': () => import('./download-followed-proof.ts'),
  'GET /r/{token}/attachments/{attachmentId}': () => import('./download-attachment.ts'),
  'GET /r/{token}/proof': () => import('./download-delivery-proof.ts'),
}
