import type { Webhook } from './api-types.ts'

/** `failing`: enabled, while the latest deliveries failed. */
export type WebhookState = 'enabled' | 'disabled' | 'failing'

export function stateOfWebhook({ status, consecutiveFailures }: Webhook): WebhookState {
  if (status === 'disabled') return 'disabled'
  return consecutiveFailures > 0 ? 'failing' : 'enabled'
}
