import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'GET /v1/orgs/{orgId}/webhooks': () => import('./list-webhooks.ts'),
  'POST /v1/orgs/{orgId}/webhooks': () => import('./create-webhook.ts'),
  'GET /v1/orgs/{orgId}/webhooks/{webhookId}': () => import('./get-webhook.ts'),
  'PATCH /v1/orgs/{orgId}/webhooks/{webhookId}': () => import('./update-webhook.ts'),
  'DELETE /v1/orgs/{orgId}/webhooks/{webhookId}': () => import('./delete-webhook.ts'),
  'POST /v1/orgs/{orgId}/webhooks/{webhookId}/disable': () => import('./disable-webhook.ts'),
  'POST /v1/orgs/{orgId}/webhooks/{webhookId}/enable': () => import('./enable-webhook.ts'),
  'POST /v1/orgs/{orgId}/webhooks/{webhookId}/rotate-secret': () => import('./rotate-webhook-secret.ts'),
  'POST /v1/orgs/{orgId}/webhooks/{webhookId}/test': () => import('./test-webhook.ts'),
  'GET /v1/orgs/{orgId}/webhooks/{webhookId}/deliveries': () => import('./list-deliveries.ts'),
  'GET /v1/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}': () => import('./get-delivery.ts'),
  'POST /v1/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay': () => import('./replay-delivery.ts'),
  'POST /v1/orgs/{orgId}/webhooks/{webhookId}/replay': () => import('./replay-deliveries.ts'),
}
