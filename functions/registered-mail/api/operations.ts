import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'POST /v1/registered-mails': () => import('./create-registered-mail.ts'),
  'GET /v1/registered-mails': () => import('./list-registered-mails.ts'),
  'GET /v1/registered-mails/options': () => import('./get-registered-mail-options.ts'),
  'GET /v1/registered-mails/sender-accounts': () => import('../sender-accounts/list-sender-accounts.ts'),
  'POST /v1/registered-mails/sender-accounts': () => import('../sender-accounts/create-sender-account.ts'),
  'GET /v1/registered-mails/sender-accounts/{senderAccountId}': () =>
    import('../sender-accounts/get-sender-account.ts'),
  'PATCH /v1/registered-mails/sender-accounts/{senderAccountId}': () =>
    import('../sender-accounts/update-sender-account.ts'),
  'DELETE /v1/registered-mails/sender-accounts/{senderAccountId}': () =>
    import('../sender-accounts/delete-sender-account.ts'),
  'POST /v1/registered-mails/sender-accounts/{senderAccountId}/refresh': () =>
    import('../sender-accounts/refresh-sender-account.ts'),
  'PUT /v1/registered-mails/sender-accounts/{senderAccountId}/otp-secret': () =>
    import('../sender-accounts/store-otp-secret.ts'),
  'DELETE /v1/registered-mails/sender-accounts/{senderAccountId}/otp-secret': () =>
    import('../sender-accounts/delete-otp-secret.ts'),
  'POST /v1/test/sender-accounts/{senderAccountId}/verify': () =>
    import('../sender-accounts/simulate-sender-verification.ts'),
  'GET /v1/registered-mails/{mailId}': () => import('./get-registered-mail.ts'),
  'PATCH /v1/registered-mails/{mailId}': () => import('./update-registered-mail.ts'),
  'DELETE /v1/registered-mails/{mailId}': () => import('./delete-registered-mail.ts'),
  'POST /v1/registered-mails/{mailId}/attachments': () => import('./add-registered-mail-attachment.ts'),
  'DELETE /v1/registered-mails/{mailId}/attachments/{attachmentId}': () =>
    import('./remove-registered-mail-attachment.ts'),
  'POST /v1/registered-mails/{mailId}/send': () => import('./send-registered-mail.ts'),
  'POST /v1/registered-mails/{mailId}/cancel': () => import('./cancel-registered-mail.ts'),
  'GET /v1/registered-mails/{mailId}/activity': () => import('./list-registered-mail-activity.ts'),
  'POST /v1/registered-mails/{mailId}/items/{itemId}/retry': () => import('./retry-registered-mail-item.ts'),
  'POST /v1/registered-mails/{mailId}/items/{itemId}/refresh': () => import('./refresh-registered-mail-item.ts'),
  'POST /v1/registered-mails/{mailId}/items/{itemId}/recipient-updates/{updateId}': () =>
    import('./answer-recipient-update.ts'),
  'POST /v1/test/registered-mails/{mailId}/items/{itemId}/progress': () => import('./simulate-item-progress.ts'),
  'POST /v1/test/registered-mails/{mailId}/items/{itemId}/recipient-updates': () =>
    import('./simulate-recipient-update.ts'),
}
