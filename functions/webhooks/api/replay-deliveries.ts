import * as v from 'valibot'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { readPermissionsOnAll } from '../../events/read-rights.ts'
import { auditOfWebhook } from '../model/change-webhook.ts'
import {
  askForReplay,
  beginCount,
  rangeRefusal,
  replayInput,
  replayRefusal,
  selectionOf,
} from '../model/replay-request.ts'
import { countBulkReplay } from '../model/request-limits.ts'
import { namedWebhooks } from '../model/webhook.ts'

export const replayDeliveries = operation({
  id: 'replayDeliveries',
  method: 'POST',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/replay',
  tag: 'Webhooks',
  summary: 'Replay the deliveries of a webhook subscription',
  description:
    'Attempts failed deliveries again, with the full number of attempts, and delivers events that happened while the subscription was disabled. Events of types that you may not read on the whole organization are left out. The answer has the number of deliveries; they are sent one after the other. At most 10 times an hour for a subscription.',
  access: { to: 'peopleOnlyResource', resource: namedWebhooks, permission: 'integrations.manage' },
  body: json(replayInput),
  responses: { 202: v.object({ count: v.number() }) },
  errors: ['forbidden', 'invalid_input', 'rate_limited'],
  preload: async ({ table, path: { webhookId }, body, nowMs }) =>
    rangeRefusal(body, nowMs) ?? (await beginCount(table, webhookId, selectionOf(body, nowMs))),
  async handle({ access, resource: { webhook, health }, body, preloaded, table, work, clock }) {
    const nowMs = clock()
    const readPermissions = readPermissionsOnAll(access)
    const refusal = replayRefusal(body, webhook, { nowMs, readPermissions })
    if (refusal) return refusal
    if (isRefusal(preloaded)) return preloaded
    const count = await askForReplay({ table, work, nowMs, readPermissions }, { webhook, health }, preloaded)
    if (count > 0) countBulkReplay(work, webhook.id, nowMs)
    const told = [{ field: 'count', from: null, to: count }]
    if (count > 0) work.audit(auditOfWebhook(webhook, access.orgId, 'webhook.replayed', told))
    return reply(202, { count })
  },
})
