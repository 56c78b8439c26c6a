import { operation } from '../../../shared/http/operation.ts'
import { switchOff } from '../model/switch-webhook.ts'
import { namedWebhooks } from '../model/webhook.ts'
import { webhookView } from '../model/webhook-view.ts'
import { switchedReply } from './webhook-reply.ts'

export const disableWebhook = operation({
  id: 'disableWebhook',
  method: 'POST',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/disable',
  tag: 'Webhooks',
  summary: 'Disable a webhook subscription',
  description:
    'Stops deliveries until the subscription is enabled again. Pending deliveries wait. Events that happen meanwhile can be delivered later by a replay, or read with GET /v1/events.',
  access: { to: 'peopleOnlyResource', resource: namedWebhooks, permission: 'integrations.manage' },
  responses: { 200: webhookView },
  errors: [],
  async handle({ access: { orgId }, resource, work, clock }) {
    const by = { switching: switchOff, action: 'webhook.disabled' } as const
    return switchedReply({ orgId, resource, work, nowMs: clock(), ...by })
  },
})
