import * as v from 'valibot'
import { personIn } from '../../../shared/auth/person.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { nullsAbsent } from '../../../shared/http/values.ts'
import { secretRing } from '../../../shared/platform/secret-settings.ts'
import { readPermissionsOnAll } from '../../events/read-rights.ts'
import { auditOfWebhook } from '../model/change-webhook.ts'
import { untried } from '../model/health.ts'
import { newWebhook } from '../model/new-webhook.ts'
import { readRegister, register, registerRefusal } from '../model/register.ts'
import { targetRefusal } from '../model/target-refusal.ts'
import { webhooks } from '../model/webhook.ts'
import { chosen, eventsRefusal, unreadableRefusal } from '../model/webhook-input.ts'
import { newWebhookSecret } from '../model/webhook-secret.ts'
import { toWebhook, webhookWithSecret } from '../model/webhook-view.ts'

const webhookInput = nullsAbsent({ ...chosen, enabled: v.optional(v.boolean(), true) })

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  path: '/v1/orgs/{orgId}/webhooks',
  tag: 'Webhooks',
  summary: 'Create a webhook subscription',
  description:
    'Posts the events of the organization to the URL from now on. Only this answer contains the signing secret; keep it. Repeating the request with the same Idempotency-Key returns the same secret.',
  access: { to: 'peopleOnly', permission: 'integrations.manage' },
  recentSignIn: true,
  body: json(webhookInput),
  returnsSecret: true,
  responses: { 201: webhookWithSecret },
  errors: ['invalid_input', 'forbidden', 'already_exists', 'quota_exceeded'],
  preload: ({ table, path: { orgId } }) => readRegister(table, { orgId, applicationId: null }),
  async handle({ access, body, preloaded: targets, work, clock, ids }) {
    const nowMs = clock()
    const { orgId, memberships, principal } = access
    const readPermissions = readPermissionsOnAll(access)
    const refusal =
      eventsRefusal(body.events) ?? unreadableRefusal(body.events, readPermissions) ?? (await targetRefusal(body.url))
    if (refusal) return refusal
    const secret = newWebhookSecret()
    const livemode = memberships.some((membership) => membership.livemode)
    const { providerId } = principal.profile
    const owner = { orgId, applicationId: null, providerId, livemode, createdBy: personIn(principal, orgId) }
    const webhook = newWebhook(
      { id: ids(nowMs), ...owner, ...body, readPermissions },
      secret,
      nowMs,
      await secretRing('WEBHOOK_SECRET_KEYS'),
    )
    const unfit = registerRefusal(targets, webhook)
    if (unfit) return unfit
    work.create(webhooks, webhook)
    register(work, targets, webhook.id, webhook.url)
    work.audit(auditOfWebhook(webhook, orgId, 'webhook.created', [{ field: 'events', from: null, to: webhook.events }]))
    const answer = { webhook: toWebhook({ webhook, health: untried }, nowMs), secret }
    return reply(201, answer, { Location: `/v1/orgs/${orgId}/webhooks/${webhook.id}`, ...etagOf(webhook) })
  },
})
