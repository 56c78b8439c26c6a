import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { countTest } from '../model/request-limits.ts'
import { sendTest } from '../model/test-event.ts'
import { namedWebhooks } from '../model/webhook.ts'

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'POST',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/test',
  tag: 'Webhooks',
  summary: 'Send a test event to a webhook subscription',
  description:
    'Posts a webhook.test event at once, even if the subscription is disabled. It is tried once: a failed test is `dead` in the log, with the answer of the receiver. Failures do not count for the subscription. At most 10 a minute.',
  access: { to: 'peopleOnlyResource', resource: namedWebhooks, permission: 'integrations.manage' },
  responses: { 202: v.object({ deliveryId: uuid, eventId: uuid }) },
  errors: ['rate_limited'],
  async handle({ resource: { webhook }, work, clock, ids }) {
    const nowMs = clock()
    countTest(work, webhook.id, nowMs)
    return reply(202, sendTest(work, webhook, { ids, nowMs }))
  },
})
