import * as v from 'valibot'
import { json } from '../../shared/http/body.ts'
import { operation } from '../../shared/http/operation.ts'
import { etagOf, reply } from '../../shared/http/reply.ts'
import { clearableLine } from '../../shared/http/values.ts'
import { isUuid } from '../../shared/ids.ts'
import type { AuditEntry } from '../../shared/store/audit.ts'
import { auditOfWebhook, changedWebhook, changeWebhook } from '../../shared/webhooks/change-webhook.ts'
import { addressRefusal, readRegister, register } from '../../shared/webhooks/register.ts'
import { targetRefusal } from '../../shared/webhooks/target-refusal.ts'
import { namedWebhooks, type Webhook } from '../../shared/webhooks/webhook.ts'
import { chosen, eventsRefusal } from '../../shared/webhooks/webhook-input.ts'
import { toWebhook, webhookView } from '../../shared/webhooks/webhook-view.ts'

const webhookChange = v.object({
  url: v.optional(chosen.url),
  description: v.optional(v.nullable(clearableLine(255))),
  events: v.optional(chosen.events),
  version: v.optional(v.number()),
})

export const updateWebhook = operation({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}',
  tag: 'Webhooks',
  summary: 'Change a subscription',
  description:
    'Where events are posted to, what it is for, and which events. Attempts of earlier events go to the new address too.',
  access: { to: 'integration', resource: namedWebhooks, permission: 'integrations.manage' },
  body: json(webhookChange),
  responses: { 200: webhookView },
  errors: ['invalid_input', 'already_exists'],
  reads: async ({ table, path: { orgId }, json: body }) => {
    const namesUrl = typeof body === 'object' && body !== null && 'url' in body
    return namesUrl && isUuid(orgId)
      ? await readRegister(table, { orgId: orgId.toLowerCase(), applicationId: null })
      : null
  },
  async handle({ access: { orgId }, resource, body, early, table, work, clock }) {
    const nowMs = clock()
    const { webhook, health } = resource
    const { url = webhook.url, events = webhook.events, description = webhook.description } = body
    const after = changedWebhook(webhook, { url, events, description: description || null }, nowMs)
    const changes = changesBetween(webhook, after)
    // A repeated PATCH finds everything as it asks for: nothing happens twice.
    if (changes.length === 0) return reply(200, toWebhook(resource, nowMs), etagOf(webhook))
    const isMoved = url !== webhook.url
    const refusal = eventsRefusal(events) ?? (isMoved ? await targetRefusal(url) : null)
    if (refusal) return refusal
    if (isMoved) {
      const targets = early ?? (await readRegister(table, webhook))
      const unfit = addressRefusal(targets, after)
      if (unfit) return unfit
      register(work, targets, webhook.id, url)
    }
    changeWebhook(work, webhook, after)
    work.audit(auditOfWebhook(after, orgId, 'webhook.changed', changes))
    return reply(200, toWebhook({ webhook: after, health }, nowMs), etagOf(after))
  },
})

function changesBetween(before: Webhook, after: Webhook): AuditEntry['changes'] {
  const fields = ['url', 'description', 'events'] as const
  return fields
    .map((field) => ({ field, from: before[field], to: after[field] }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}
