import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { nullsAbsent, overlapHours } from '../../../shared/http/values.ts'
import { hourMs } from '../../../shared/platform/clock.ts'
import { secretRing } from '../../../shared/platform/secret-settings.ts'
import { auditOfWebhook, changeWebhook } from '../model/change-webhook.ts'
import { rotated } from '../model/rotated-webhook.ts'
import { namedWebhooks } from '../model/webhook.ts'
import { newWebhookSecret } from '../model/webhook-secret.ts'
import { toWebhook, webhookWithSecret } from '../model/webhook-view.ts'

const rotation = nullsAbsent({
  previousSecretExpiresInHours: overlapHours(
    'How long deliveries are also signed with the old secret, in a second v1 of the header.',
  ),
})

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/rotate-secret',
  tag: 'Webhooks',
  summary: 'Rotate the signing secret of a webhook subscription',
  description:
    'Only this answer contains the new secret. It signs from the next attempt on. With an overlap, the receiver has time to switch.',
  access: { to: 'peopleOnlyResource', resource: namedWebhooks, permission: 'integrations.manage' },
  recentSignIn: true,
  body: json(rotation),
  returnsSecret: true,
  responses: { 200: webhookWithSecret },
  errors: [],
  async handle({ access: { orgId }, resource, body, work, clock }) {
    const nowMs = clock()
    const { webhook, health } = resource
    const { previousSecretExpiresInHours: to } = body
    const secret = newWebhookSecret()
    const keys = await secretRing('WEBHOOK_SECRET_KEYS')
    const after = rotated(webhook, secret, { nowMs, overlapMs: to * hourMs }, keys)
    changeWebhook(work, webhook, after)
    const change = { field: 'previousSecretExpiresInHours', from: null, to }
    work.audit(auditOfWebhook(after, orgId, 'webhook.secret_rotated', [change]))
    return reply(200, { webhook: toWebhook({ webhook: after, health }, nowMs), secret }, etagOf(after))
  },
})
