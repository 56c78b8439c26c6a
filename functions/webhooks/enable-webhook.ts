import { operation } from '../../shared/http/operation.ts'
import { etagOf, reply } from '../../shared/http/reply.ts'
import { auditOfWebhook, changeWebhook, enabled, resumeWaiting } from '../../shared/webhooks/change-webhook.ts'
import { namedWebhooks } from '../../shared/webhooks/webhook.ts'
import { toWebhook, webhookView } from '../../shared/webhooks/webhook-view.ts'

export const enableWebhook = operation({
  id: 'enableWebhook',
  method: 'POST',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/enable',
  tag: 'Webhooks',
  summary: 'Enable a subscription',
  description:
    'Events are posted again, and what was under way when it was disabled is attempted at once. What happened meanwhile is sent where a replay asks for it.',
  access: { to: 'integration', resource: namedWebhooks, permission: 'integrations.manage' },
  responses: { 200: webhookView },
  errors: [],
  async handle({ access: { orgId }, resource, work, clock }) {
    const nowMs = clock()
    const { webhook, health } = resource
    if (webhook.status === 'enabled') return reply(200, toWebhook(resource, nowMs), etagOf(webhook))
    const after = enabled(webhook, nowMs)
    changeWebhook(work, webhook, after, { forgetsFailures: true })
    resumeWaiting(work, after)
    work.audit(auditOfWebhook(after, orgId, 'webhook.enabled'))
    const forgiven = { ...health, consecutiveFailures: 0 }
    return reply(200, toWebhook({ webhook: after, health: forgiven }, nowMs), etagOf(after))
  },
})
