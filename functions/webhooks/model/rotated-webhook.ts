import { timestamp } from '../../../shared/platform/clock.ts'
import type { KeyRing } from '../../../shared/platform/key-ring.ts'
import { changedWebhook } from './change-webhook.ts'
import type { Webhook } from './webhook.ts'
import { sealWebhookSecret } from './webhook-secret.ts'

/** A subscription with another secret. The one so far signs beside it for a while; one before it does not any more. */
export function rotated(
  webhook: Webhook,
  secret: string,
  { nowMs, overlapMs }: { readonly nowMs: number; readonly overlapMs: number },
  keys: KeyRing,
): Webhook {
  const soFar = webhook.secrets.filter(({ validUntil }) => validUntil === null)
  const validUntil = timestamp(nowMs + overlapMs)
  const overlapping = overlapMs > 0 ? soFar.map(({ sealed }) => ({ sealed, validUntil })) : []
  const secrets = [{ sealed: sealWebhookSecret(secret, webhook.id, keys), validUntil: null }, ...overlapping]
  return changedWebhook(webhook, { secrets, secretHint: secret.slice(-4), secretRotatedAt: timestamp(nowMs) }, nowMs)
}
