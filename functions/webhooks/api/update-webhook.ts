import * as v from 'valibot'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { readPermissionsOnAll } from '../../events/read-rights.ts'
import { auditOfWebhook } from '../model/change-webhook.ts'
import { readRegister } from '../model/register.ts'
import { namedWebhooks } from '../model/webhook.ts'
import { changeable, changeSubscription } from '../model/webhook-change.ts'
import { webhookView } from '../model/webhook-view.ts'
import { webhookReply } from './webhook-reply.ts'

export const updateWebhook = operation({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}',
  tag: 'Webhooks',
  summary: 'Change a webhook subscription',
  description:
    'Changes the URL, the description or the events. Pending attempts of earlier events go to the new URL too.',
  access: { to: 'peopleOnlyResource', resource: namedWebhooks, permission: 'integrations.manage' },
  // Another URL receives the events of the organization, as that of a new subscription does.
  recentSignIn: ({ body, resource }) => body.url !== undefined && body.url !== resource.webhook.url,
  body: json(v.object({ ...changeable, version: v.optional(v.number()) })),
  responses: { 200: webhookView },
  errors: ['invalid_input', 'forbidden', 'already_exists'],
  preload: async ({ table, path: { orgId }, body }) =>
    body.url === undefined ? null : await readRegister(table, { orgId, applicationId: null }),
  async handle({ access, resource, body, preloaded, table, work, clock }) {
    const nowMs = clock()
    const { orgId } = access
    const readPermissions = readPermissionsOnAll(access)
    const changed = await changeSubscription(work, resource, body, {
      table,
      nowMs,
      targets: preloaded,
      readPermissions,
    })
    // A repeated PATCH finds everything as it asks for: nothing happens twice.
    if (changed === null) return webhookReply(resource, nowMs)
    if (isRefusal(changed)) return changed
    const { subscription, changes } = changed
    work.audit(auditOfWebhook(subscription.webhook, orgId, 'webhook.changed', changes))
    return webhookReply(subscription, nowMs)
  },
})
