import type { WebhookEmailKind } from '../../../events/internal.ts'
import type { Profile } from '../../../shared/auth/principal.ts'
import { renderEmail } from '../../../shared/mail/layout/render-email.ts'
import type { MailContent } from '../../../shared/mail/mailer.ts'
import { plainBrand } from '../../../shared/pages/brand.ts'
import { dateInWords, type Locale, localeOf } from '../../../shared/platform/locale.ts'
import type { Subscription } from '../../webhooks/model/webhook.ts'
import type { Failure } from './latest-failure.ts'
import { messages, type WebhookFacts } from './messages/catalog.ts'

/** What an e-mail about a webhook tells everybody. */
export interface WebhookTold {
  readonly subscription: Subscription
  readonly organization: string
  readonly failure: Failure | null
  /** Where the console is, without a slash at the end. */
  readonly pageUrl: string
}

/** The e-mail in the language of the person whom it is for. */
export function webhookEmail(
  emailKind: WebhookEmailKind,
  { firstName, locale: spoken }: Pick<Profile, 'firstName' | 'locale'>,
  told: WebhookTold,
): MailContent {
  const locale = localeOf(spoken)
  const { webhookFailing, webhookDisabled, test } = messages[locale]
  const says = { failing: webhookFailing, disabled: webhookDisabled }[emailKind]
  const { subject, preheader, heading, paragraphs, smallPrint, button } = says({ firstName, ...factsOf(told, locale) })
  const { livemode } = told.subscription.webhook
  return {
    subject: livemode ? subject : `[TEST] ${subject}`,
    fromName: 'Sealpost',
    ...renderEmail({
      locale,
      brand: plainBrand(told.organization),
      preheader,
      heading,
      paragraphs,
      button,
      smallPrint: livemode ? smallPrint : [...smallPrint, test],
    }),
  }
}

function factsOf(
  { subscription, organization, failure, pageUrl }: WebhookTold,
  locale: Locale,
): Omit<WebhookFacts, 'firstName'> {
  const { webhook, health } = subscription
  const at = (time: string | null) => (time === null ? null : dateInWords(time, locale))
  return {
    organization,
    failure,
    address: toldAddress(webhook.url),
    description: webhook.description,
    failures: health.consecutiveFailures,
    failedAt: at(health.lastFailureAt),
    succeededAt: at(health.lastSuccessAt),
    consoleUrl: `${pageUrl}/console#/o/${webhook.orgId}/webhooks/${webhook.id}`,
  }
}

const longestAddress = 300

/** An address to know a webhook by. Queries often carry tokens, and are nothing for a mail. */
function toldAddress(url: string): string {
  const { origin, pathname, search } = new URL(url)
  const address = `${origin}${pathname}`
  const told = address.length > longestAddress ? `${address.slice(0, longestAddress)}…` : address
  return search === '' ? told : `${told}?…`
}
