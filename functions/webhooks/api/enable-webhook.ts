import { operation } from '../../../shared/http/operation.ts'
import { switchOn } from '../model/switch-webhook.ts'
import { namedWebhooks } from '../model/webhook.ts'
import { webhookView } from '../model/webhook-view.ts'
import { switchedReply } from './webhook-reply.ts'

export const enableWebhook = operation({
  id: 'enableWebhook',
  method: 'POST',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/enable',
  tag: 'Webhooks',
  summary: 'Enable a subscription',
  description:
    'Events are posted again, and what was under way when it was disabled is attempted at once. What happened meanwhile is sent where a replay asks for it.',
  access: { to: 'peopleOnlyResource', resource: namedWebhooks, permission: 'integrations.manage' },
  responses: { 200: webhookView },
  errors: [],
  async handle({ access: { orgId }, resource, work, clock }) {
    const by = { switching: switchOn, action: 'webhook.enabled' } as const
    return switchedReply({ orgId, resource, work, nowMs: clock(), ...by })
  },
})
