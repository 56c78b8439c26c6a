import * as v from 'valibot'
import type { Refusal } from '../../../shared/errors/refusal.ts'
import { clearableLine } from '../../../shared/http/values.ts'
import type { TargetRules } from '../../../shared/platform/target.ts'
import type { AuditEntry } from '../../../shared/store/audit.ts'
import type { Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { changedWebhook, changeWebhook } from './change-webhook.ts'
import { addressRefusal, type Register, readRegister, register } from './register.ts'
import { targetRefusal } from './target-refusal.ts'
import type { Subscription, Webhook } from './webhook.ts'
import { chosen, eventsRefusal } from './webhook-input.ts'

/** The changeable values of a subscription. Absent values stay. */
export const changeable = {
  url: v.optional(chosen.url),
  description: v.optional(v.nullable(clearableLine(255))),
  events: v.optional(chosen.events),
}
export type WebhookChange = v.InferOutput<v.ObjectSchema<typeof changeable, undefined>>

interface Dependencies {
  readonly table: Table
  readonly nowMs: number
  /** Where the subscriptions of its owner go, where that was read already. */
  readonly targets?: Register | null
  readonly rules?: TargetRules
}

interface Changed {
  readonly subscription: Subscription
  readonly changes: AuditEntry['changes']
}

/** Gives a subscription other values. Null: it has them already, so that whoever asks again changes nothing. */
export async function changeSubscription(
  work: UnitOfWork,
  { webhook, health }: Subscription,
  change: WebhookChange,
  { table, nowMs, targets, rules }: Dependencies,
): Promise<Changed | Refusal<'invalid_input' | 'already_exists'> | null> {
  const { url = webhook.url, events = webhook.events, description = webhook.description } = change
  const after = changedWebhook(webhook, { url, events, description: description || null }, nowMs)
  const changes = changesBetween(webhook, after)
  if (changes.length === 0) return null
  const isMoved = url !== webhook.url
  const refusal = eventsRefusal(events) ?? (isMoved ? await targetRefusal(url, rules) : null)
  if (refusal) return refusal
  if (isMoved) {
    const registered = targets ?? (await readRegister(table, webhook))
    const unfit = addressRefusal(registered, after)
    if (unfit) return unfit
    register(work, registered, webhook.id, url)
  }
  changeWebhook(work, webhook, after)
  return { subscription: { webhook: after, health }, changes }
}

function changesBetween(before: Webhook, after: Webhook): AuditEntry['changes'] {
  const fields = ['url', 'description', 'events'] as const
  return fields
    .map((field) => ({ field, from: before[field], to: after[field] }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}
