import { etagOf, reply } from '../../../shared/http/reply.ts'
import type { AuditEntry } from '../../../shared/store/audit.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { auditOfWebhook } from '../model/change-webhook.ts'
import type { Switching } from '../model/switch-webhook.ts'
import type { Subscription } from '../model/webhook.ts'
import { toWebhook } from '../model/webhook-view.ts'

/** A subscription as it is answered. */
export function webhookReply(subscription: Subscription, nowMs: number) {
  return reply(200, toWebhook(subscription, nowMs), etagOf(subscription.webhook))
}

interface Switched {
  readonly orgId: string
  readonly resource: Subscription
  readonly work: UnitOfWork
  readonly nowMs: number
  readonly switching: Switching
  readonly action: Extract<AuditEntry['action'], 'webhook.enabled' | 'webhook.disabled'>
}

/** Switches a subscription on or off, where it is not so already, and answers it. */
export function switchedReply({ orgId, resource, work, nowMs, switching, action }: Switched) {
  const after = switching(work, resource, nowMs)
  if (after) work.audit(auditOfWebhook(after.webhook, orgId, action))
  return webhookReply(after ?? resource, nowMs)
}
