import * as v from 'valibot'
import { apiVersion } from '../../../events/envelope.ts'
import { personSchema } from '../../../shared/auth/person.ts'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { namedIn } from '../../../shared/platform/named-fields.ts'
import { disabledReasons, type Subscription, webhookStatuses } from './webhook.ts'

/** A subscription as it is answered. */
export const webhookView = v.pipe(
  v.object({
    id: uuid,
    orgId: v.nullable(uuid),
    applicationId: v.pipe(
      v.nullable(v.string()),
      v.description('Of the partner application whose subscription it is.'),
    ),
    url: v.string(),
    description: v.nullable(v.string()),
    events: v.pipe(v.array(v.string()), v.description('Types of events; `*` alone: all present and future ones.')),
    status: v.picklist(webhookStatuses),
    disabledReason: v.nullable(v.picklist(disabledReasons)),
    disabledAt: v.nullable(timestampSchema),
    secretHint: v.pipe(v.string(), v.description('The last four characters of the secret.')),
    secretRotatedAt: timestampSchema,
    previousSecretExpiresAt: v.pipe(
      v.nullable(timestampSchema),
      v.description(
        'Until when deliveries are signed with the secret before the last rotation too; null: they are not.',
      ),
    ),
    apiVersion: v.literal(apiVersion),
    livemode: v.boolean(),
    consecutiveFailures: v.pipe(v.number(), v.description('Failed attempts since the last success; 15 disable it.')),
    lastSuccessAt: v.pipe(v.nullable(timestampSchema), v.description('To the minute.')),
    lastFailureAt: v.nullable(timestampSchema),
    createdAt: timestampSchema,
    createdBy: v.pipe(v.nullable(personSchema), v.description('Null: made by whoever operates the service.')),
    updatedAt: timestampSchema,
    version: v.number(),
  }),
  v.title('Webhook'),
)
export type WebhookView = v.InferOutput<typeof webhookView>

/** A subscription together with its signing secret, which is told once. */
export const webhookWithSecret = v.object({ webhook: webhookView, secret: v.string() })

export function toWebhook({ webhook, health }: Subscription, nowMs: number): WebhookView {
  const [overlap] = webhook.secrets.flatMap(({ validUntil }) => validUntil ?? [])
  const previousSecretExpiresAt = overlap !== undefined && Date.parse(overlap) > nowMs ? overlap : null
  // In the order of the view, and nothing that is not in it.
  return namedIn(webhookView, { ...webhook, ...health, previousSecretExpiresAt, apiVersion })
}
