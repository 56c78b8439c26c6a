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
import { chosen, eventsRefusal, unreadableRefusal } from './webhook-input.ts'

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
  /** What the caller may read on the whole organization; null: everything. */
  readonly readPermissions: Webhook['readPermissions']
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
  { table, nowMs, targets, rules, readPermissions }: Dependencies,
): Promise<Changed | Refusal<'invalid_input' | 'already_exists' | 'forbidden'> | null> {
  const { url = webhook.url, events = webhook.events, description = webhook.description } = change
  const isMoved = url !== webhook.url
  // Another URL receives the same events: its chooser counts as the maker, too.
  const isChosen = isMoved || JSON.stringify(events) !== JSON.stringify(webhook.events)
  const chosenBy = isChosen ? readPermissions : webhook.readPermissions
  const values = { url, events, description: description || null, readPermissions: chosenBy }
  const after = changedWebhook(webhook, values, nowMs)
  const changes = changesBetween(webhook, after)
  if (changes.length === 0) return null
  const unreadable = chosenBy && isChosen ? unreadableRefusal(events, chosenBy) : null
  const refusal = eventsRefusal(events) ?? unreadable ?? (isMoved ? await targetRefusal(url, rules) : null)
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
