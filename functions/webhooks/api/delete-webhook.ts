import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { auditOfWebhook } from '../model/change-webhook.ts'
import { readRegister, register } from '../model/register.ts'
import { namedWebhooks, webhooks } from '../model/webhook.ts'

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}',
  tag: 'Webhooks',
  summary: 'Delete a webhook subscription',
  description: 'Stops all deliveries, including pending ones. The delivery log can no longer be read.',
  access: { to: 'peopleOnlyResource', resource: namedWebhooks, permission: 'integrations.manage' },
  responses: { 204: null },
  errors: [],
  preload: ({ table, path: { orgId } }) => readRegister(table, { orgId, applicationId: null }),
  async handle({ access: { orgId }, resource: { webhook }, preloaded: targets, work }) {
    work.remove(webhooks, webhook)
    register(work, targets, webhook.id, null)
    work.audit(auditOfWebhook(webhook, orgId, 'webhook.deleted'))
    return reply(204, null)
  },
})
