import { timestamp } from '../../../shared/platform/clock.ts'
import type { KeyRing } from '../../../shared/platform/key-ring.ts'
import type { Webhook } from './webhook.ts'
import { sealWebhookSecret } from './webhook-secret.ts'

/** The chosen values of a subscription, and those that follow from its creator. */
export interface NewWebhook
  extends Pick<
    Webhook,
    'id' | 'orgId' | 'applicationId' | 'providerId' | 'livemode' | 'createdBy' | 'url' | 'events' | 'readPermissions'
  > {
  readonly description?: string | null | undefined
  readonly enabled: boolean
}

/** A new subscription. Its secret is stored encrypted. */
export function newWebhook(
  { enabled, description, ...made }: NewWebhook,
  secret: string,
  nowMs: number,
  keys: KeyRing,
): Webhook {
  const at = timestamp(nowMs)
  return {
    ...made,
    description: description ?? null,
    ...(enabled
      ? { status: 'enabled', disabledReason: null, disabledAt: null, gaps: [] }
      : { status: 'disabled', disabledReason: 'manual', disabledAt: at, gaps: [{ from: at, to: null }] }),
    secrets: [{ sealed: sealWebhookSecret(secret, made.id, keys), validUntil: null }],
    secretHint: secret.slice(-4),
    secretRotatedAt: at,
    createdAt: at,
    updatedAt: at,
    version: 1,
  }
}
