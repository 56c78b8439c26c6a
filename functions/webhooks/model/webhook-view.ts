import * as v from 'valibot'
import { apiVersion } from '../../../events/envelope.ts'
import { personSchema } from '../../../shared/auth/person.ts'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { namedIn } from '../../../shared/platform/named-fields.ts'
import { disabledReasons, type Subscription, webhookStatuses } from './webhook.ts'

/** A subscription as callers see it. */
export const webhookView = v.pipe(
  v.object({
    id: uuid,
    orgId: v.nullable(uuid),
    applicationId: v.pipe(v.nullable(v.string()), v.description('The partner application that owns the subscription.')),
    url: v.string(),
    description: v.nullable(v.string()),
    events: v.pipe(v.array(v.string()), v.description('Event types; `*` alone means all present and future types.')),
    status: v.picklist(webhookStatuses),
    disabledReason: v.nullable(v.picklist(disabledReasons)),
    disabledAt: v.nullable(timestampSchema),
    secretHint: v.pipe(v.string(), v.description('The last four characters of the secret.')),
    secretRotatedAt: timestampSchema,
    previousSecretExpiresAt: v.pipe(
      v.nullable(timestampSchema),
      v.description('Until then, deliveries are also signed with the previous secret. Null if they are not.'),
    ),
    apiVersion: v.literal(apiVersion),
    livemode: v.boolean(),
    consecutiveFailures: v.pipe(
      v.number(),
      v.description('Failed attempts since the last success. After 15 the subscription is disabled.'),
    ),
    lastSuccessAt: v.pipe(v.nullable(timestampSchema), v.description('Accurate to the minute.')),
    lastFailureAt: v.nullable(timestampSchema),
    createdAt: timestampSchema,
    createdBy: v.pipe(v.nullable(personSchema), v.description('Null if the operator of the service created it.')),
    updatedAt: timestampSchema,
    version: v.number(),
  }),
  v.title('Webhook'),
)
export type WebhookView = v.InferOutput<typeof webhookView>

/** A subscription with its signing secret, which is shown only once. */
export const webhookWithSecret = v.object({ webhook: webhookView, secret: v.string() })

export function toWebhook({ webhook, health }: Subscription, nowMs: number): WebhookView {
  const [overlap] = webhook.secrets.flatMap(({ validUntil }) => validUntil ?? [])
  const previousSecretExpiresAt = overlap !== undefined && Date.parse(overlap) > nowMs ? overlap : null
  // In the order of the view, and nothing that is not in it.
  return namedIn(webhookView, { ...webhook, ...health, previousSecretExpiresAt, apiVersion })
}
