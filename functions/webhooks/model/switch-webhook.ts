import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { changedWebhook, changeWebhook, disabled, enabled, resumeWaiting } from './change-webhook.ts'
import type { Subscription } from './webhook.ts'

/** How somebody switches a subscription on or off: gives what it is then, or null where it is so already. */
export type Switching = (work: UnitOfWork, subscription: Subscription, nowMs: number) => Subscription | null

/** Events are posted again, and what was under way is attempted at once. Of one that is on, its failures are forgotten. */
export const switchOn: Switching = (work, { webhook, health }, nowMs) => {
  if (webhook.status === 'enabled') return withoutFailures(work, { webhook, health }, nowMs)
  const after = enabled(webhook, nowMs)
  changeWebhook(work, webhook, after, { forgetsFailures: true })
  resumeWaiting(work, after)
  return { webhook: after, health: { ...health, consecutiveFailures: 0 } }
}

const withoutFailures: Switching = (work, { webhook, health }, nowMs) => {
  if (health.consecutiveFailures === 0) return null
  const after = changedWebhook(webhook, {}, nowMs)
  changeWebhook(work, webhook, after, { forgetsFailures: true })
  return { webhook: after, health: { ...health, consecutiveFailures: 0 } }
}

/** Nothing is posted until it is switched on again. */
export const switchOff: Switching = (work, { webhook, health }, nowMs) => {
  if (webhook.status === 'disabled') return null
  const after = disabled(webhook, 'manual', nowMs)
  changeWebhook(work, webhook, after)
  return { webhook: after, health }
}
