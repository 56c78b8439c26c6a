import { failuresBeforeWarning } from '../../events/delivery-schedule.ts'
import type { WebhookLetterKind } from '../../events/internal.ts'
import { sendAll } from '../../shared/mail/send-all.ts'
import { sendMail } from '../../shared/mail/send-mail.ts'
import { readSubscription, type Subscription } from '../../shared/webhooks/webhook.ts'
import { administratorsOf } from './administrators.ts'
import type { LetterGround } from './ground.ts'
import { latestFailure } from './latest-failure.ts'
import { organizationName } from './organization-name.ts'
import { webhookLetter } from './webhook-letter.ts'

/** What is to be written, as its event tells it. */
interface WebhookLetterDue {
  readonly webhookId: string
  readonly ownerOrgId: string | null
  readonly applicationId: string | null
  readonly letter: WebhookLetterKind
}

/**
 * Tells the administrators of an organization how one of its webhooks does: each of them once, however often the event
 * comes. What is not so any more is left out.
 */
export async function writeWebhookLetter(
  ground: Pick<LetterGround, 'table' | 'clock' | 'ids' | 'mailer'>,
  { webhookId, ownerOrgId: orgId, applicationId, letter }: WebhookLetterDue,
  cause: string,
): Promise<void> {
  const { table } = ground
  // Applications are looked after by whoever operates the service.
  if (orgId === null) return
  const subscription = await readSubscription(table, { orgId, applicationId }, webhookId)
  if (!subscription || !stillHolds[letter](subscription)) return
  const [organization, administrators, failure] = await Promise.all([
    organizationName(table, orgId),
    administratorsOf(table, orgId, 'integrations.manage'),
    latestFailure(table, webhookId),
  ])
  const { livemode } = subscription.webhook
  const reference = { orgId, livemode, resource: { type: 'webhook', id: webhookId }, recipientId: null }
  await sendAll(
    administrators.map((administrator) => () => {
      const order = { cause, recipient: administrator.email, kind: `webhook_${letter}`, reference }
      const told = { subscription, organization, failure }
      return sendMail(ground, order, () => webhookLetter(letter, administrator, told))
    }),
  )
}

/** Whether a letter still says what is so: another event may have brought a success, and people change webhooks. */
const stillHolds: Readonly<Record<WebhookLetterKind, (subscription: Subscription) => boolean>> = {
  failing: ({ webhook, health }) => webhook.status === 'enabled' && health.consecutiveFailures >= failuresBeforeWarning,
  disabled: ({ webhook }) => webhook.disabledReason === 'consecutive_failures',
}
