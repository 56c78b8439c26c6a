import { failuresBeforeWarning } from '../../../events/delivery-schedule.ts'
import type { WebhookEmailKind } from '../../../events/internal.ts'
import type { EmailDependencies } from '../../../shared/mail/email-dependencies.ts'
import { sendAll } from '../../../shared/mail/send-all.ts'
import { sendMail } from '../../../shared/mail/send-mail.ts'
import { readSubscription, type Subscription } from '../../webhooks/model/webhook.ts'
import { administratorsOf } from './administrators.ts'
import { latestFailure } from './latest-failure.ts'
import { organizationName } from './organization-name.ts'
import { webhookEmail } from './webhook-email.ts'

/** What is to be written, as its event tells it. */
interface WebhookEmailDue {
  readonly webhookId: string
  readonly ownerOrgId: string | null
  readonly applicationId: string | null
  readonly emailKind: WebhookEmailKind
}

/**
 * Tells the administrators of an organization how one of its webhooks does: each of them once, however often the event
 * comes. What is not so any more is left out.
 */
export async function writeWebhookEmail(
  dependencies: Pick<EmailDependencies, 'table' | 'clock' | 'ids' | 'mailer' | 'pageUrl'>,
  { webhookId, ownerOrgId: orgId, applicationId, emailKind }: WebhookEmailDue,
  cause: string,
): Promise<void> {
  const { table } = dependencies
  // Applications are looked after by whoever operates the service.
  if (orgId === null) return
  const subscription = await readSubscription(table, { orgId, applicationId }, webhookId)
  if (!subscription || !stillHolds[emailKind](subscription)) return
  const [organization, administrators, failure] = await Promise.all([
    organizationName(table, orgId),
    administratorsOf(table, orgId, 'integrations.manage'),
    latestFailure(table, webhookId),
  ])
  const { livemode } = subscription.webhook
  const reference = { orgId, livemode, resource: { type: 'webhook', id: webhookId }, recipientId: null }
  await sendAll(
    administrators.map((administrator) => () => {
      const order = { cause, recipient: administrator.email, kind: `webhook_${emailKind}`, reference, budget: null }
      const told = { subscription, organization, failure, pageUrl: dependencies.pageUrl }
      return sendMail(dependencies, order, () => webhookEmail(emailKind, administrator, told))
    }),
  )
}

/** Whether an e-mail still says what is so: another event may have brought a success, and people change webhooks. */
const stillHolds: Readonly<Record<WebhookEmailKind, (subscription: Subscription) => boolean>> = {
  failing: ({ webhook, health }) => webhook.status === 'enabled' && health.consecutiveFailures >= failuresBeforeWarning,
  disabled: ({ webhook }) => webhook.disabledReason === 'consecutive_failures',
}
