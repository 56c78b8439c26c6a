import { operation } from '../../../shared/http/operation.ts'
import { namedWebhooks } from '../model/webhook.ts'
import { webhookView } from '../model/webhook-view.ts'
import { webhookReply } from './webhook-reply.ts'

export const getWebhook = operation({
  id: 'getWebhook',
  method: 'GET',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}',
  tag: 'Webhooks',
  summary: 'Get a webhook subscription',
  access: { to: 'peopleOnlyResource', resource: namedWebhooks, permission: 'integrations.manage' },
  responses: { 200: webhookView },
  errors: [],
  async handle({ resource, clock }) {
    return webhookReply(resource, clock())
  },
})
