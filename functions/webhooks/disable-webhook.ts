import { operation } from '../../shared/http/operation.ts'
import { etagOf, reply } from '../../shared/http/reply.ts'
import { auditOfWebhook, changeWebhook, disabled } from '../../shared/webhooks/change-webhook.ts'
import { namedWebhooks } from '../../shared/webhooks/webhook.ts'
import { toWebhook, webhookView } from '../../shared/webhooks/webhook-view.ts'

export const disableWebhook = operation({
  id: 'disableWebhook',
  method: 'POST',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/disable',
  tag: 'Webhooks',
  summary: 'Disable a subscription',
  description:
    'Nothing is posted until it is enabled again. What is under way waits; events that happen meanwhile can be sent later by a replay, or read by GET /v1/events.',
  access: { to: 'integration', resource: namedWebhooks, permission: 'integrations.manage' },
  responses: { 200: webhookView },
  errors: [],
  async handle({ access: { orgId }, resource, work, clock }) {
    const nowMs = clock()
    const { webhook, health } = resource
    if (webhook.status === 'disabled') return reply(200, toWebhook(resource, nowMs), etagOf(webhook))
    const after = disabled(webhook, 'manual', nowMs)
    changeWebhook(work, webhook, after)
    work.audit(auditOfWebhook(after, orgId, 'webhook.disabled'))
    return reply(200, toWebhook({ webhook: after, health }, nowMs), etagOf(after))
  },
})
