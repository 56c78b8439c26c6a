import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'POST /v1/contacts': () => import('./create-contact.ts'),
  'GET /v1/contacts': () => import('./list-contacts.ts'),
  'GET /v1/contacts/tags': () => import('./list-contact-tags.ts'),
  'GET /v1/contacts/options': () => import('./get-contact-options.ts'),
  'GET /v1/contacts/duplicates': () => import('./find-duplicates.ts'),
  'POST /v1/contacts/import': () => import('./import-contacts.ts'),
  'GET /v1/contacts/{contactId}': () => import('./get-contact.ts'),
  'PATCH /v1/contacts/{contactId}': () => import('./update-contact.ts'),
  'DELETE /v1/contacts/{contactId}': () => import('./delete-contact.ts'),
  'POST /v1/contacts/{contactId}/merge': () => import('./merge-contacts.ts'),
  'GET /v1/contacts/{contactId}/activity': () => import('./list-contact-activity.ts'),
}
