import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

/** One function streams the downloads of signature, registered mail and contacts. Streamed responses may exceed the 6 MB limit of buffered ones. */
export const operations: LazyOperations = {
  'GET /v1/contacts/export': () => import('../../contacts/export/export-contacts.ts'),
  'GET /v1/registered-mails/{mailId}/attachments/{attachmentId}': () =>
    import('../../registered-mail/downloads/get-attachment.ts'),
  'GET /v1/registered-mails/{mailId}/items/{itemId}/proofs/{kind}': () =>
    import('../../registered-mail/downloads/get-proof.ts'),
  'GET /v1/registered-mails/{mailId}/proofs.zip': () => import('../../registered-mail/downloads/get-proofs-archive.ts'),
  'GET /v1/signature-requests/{id}/document': () => import('./get-signature-document.ts'),
}
