import * as v from 'valibot'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { isUuid } from '../../../shared/platform/ids.ts'
import { auditOfWebhook } from '../model/change-webhook.ts'
import {
  askForReplay,
  beginCount,
  rangeRefusal,
  replayInput,
  replayRefusal,
  selectionOf,
} from '../model/replay-request.ts'
import { namedWebhooks } from '../model/webhook.ts'

export const replayDeliveries = operation({
  id: 'replayDeliveries',
  method: 'POST',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/replay',
  tag: 'Webhooks',
  summary: 'Send what was not delivered since a time',
  description:
    'Deliveries that failed for good get all their attempts once more, and events that happened while the subscription was disabled are delivered now. The answer tells how many they are; they are sent one after the other.',
  access: { to: 'peopleOnlyResource', resource: namedWebhooks, permission: 'integrations.manage' },
  body: json(replayInput),
  responses: { 202: v.object({ count: v.number() }) },
  errors: ['invalid_input'],
  reads: async ({ table, path: { webhookId }, json: asked, nowMs }) => {
    const { success, output } = v.safeParse(replayInput, asked)
    if (!success || !isUuid(webhookId) || rangeRefusal(output, nowMs)) return null
    return await beginCount(table, webhookId.toLowerCase(), selectionOf(output, nowMs))
  },
  async handle({ access: { orgId }, resource: { webhook, health }, body, early, table, work, clock }) {
    const nowMs = clock()
    const refusal = replayRefusal(body, webhook, nowMs)
    if (refusal) return refusal
    const begun = early ?? (await beginCount(table, webhook.id, selectionOf(body, nowMs)))
    const count = await askForReplay({ table, work, nowMs }, { webhook, health }, begun)
    const told = [{ field: 'count', from: null, to: count }]
    if (count > 0) work.audit(auditOfWebhook(webhook, orgId, 'webhook.replayed', told))
    return reply(202, { count })
  },
})
