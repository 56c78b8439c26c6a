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
  summary: 'Enable a webhook subscription',
  description:
    'Posts events again and attempts pending deliveries at once. Events that happened while it was disabled are delivered only if you request a replay.',
  access: { to: 'peopleOnlyResource', resource: namedWebhooks, permission: 'integrations.manage' },
  responses: { 200: webhookView },
  errors: [],
  async handle({ access: { orgId }, resource, work, clock }) {
    const by = { switching: switchOn, action: 'webhook.enabled' } as const
    return switchedReply({ orgId, resource, work, nowMs: clock(), ...by })
  },
})
