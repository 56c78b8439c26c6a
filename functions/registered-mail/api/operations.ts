import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'POST /v1/registered-mails': () => import('./create-registered-mail.ts'),
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
  'GET /v1/registered-mails/{id}': () => import('./get-registered-mail.ts'),
}
