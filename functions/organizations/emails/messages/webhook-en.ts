import { failuresBeforeDisabling, maxAttempts } from '../../../../events/delivery-schedule.ts'
import type { Failure } from '../latest-failure.ts'
import { hoursOfAttempts } from './hours-of-attempts.ts'
import type { WebhookFacts, Words } from './words.ts'

const reasons: Readonly<Record<Failure['error'], (code: number | null) => string>> = {
  timeout: () => 'The last attempt had no answer within 10 seconds.',
  connection_error: () => 'At the last attempt no connection could be made, or it broke off.',
  dns_error: () => 'At the last attempt the name of the host was not found.',
  tls_error: () => 'At the last attempt no secure connection could be made: look at the certificate of the host.',
  redirect: (code) => `The last attempt was answered with a redirect (${code}). Redirects are not followed.`,
  blocked_address: () => 'At the last attempt the host led to an address that is not public.',
  http_status: (code) =>
    `The last attempt was answered with the status ${code}. Any status from 200 to 299 is taken as success.`,
}

/** Which webhook it is, and what is known of its failures. */
const particulars = ({ address, description, failedAt, succeededAt, failure }: WebhookFacts) => [
  `Address: ${address}`,
  // Marked as quoted, so that nobody can speak in our name.
  ...(description === null ? [] : [`Description: “${description}”`]),
  ...(failure === null ? [] : [reasons[failure.error](failure.responseCode)]),
  ...(failedAt === null ? [] : [`It last failed on ${failedAt}.`]),
  succeededAt === null ? 'It has taken no event so far.' : `It last took an event on ${succeededAt}.`,
]

const greeting = ({ firstName }: WebhookFacts) => (firstName === null ? 'Hello,' : `Hello ${firstName},`)

const smallPrint = ({ organization, path }: WebhookFacts) => [
  `Its log with every attempt: GET ${path}/deliveries`,
  `You get this mail because your role lets you manage the integrations of ${organization}.`,
]

export const englishOfWebhooks: Pick<Words, 'webhookFailing' | 'webhookDisabled'> = {
  webhookFailing: (facts) => ({
    subject: `A webhook of ${facts.organization} keeps failing`,
    preheader: `${facts.failures} attempts in a row have failed.`,
    heading: 'A webhook keeps failing',
    paragraphs: [
      greeting(facts),
      `Events of ${facts.organization} cannot be delivered to one of its webhooks: ${facts.failures} attempts in a row have failed.`,
      ...particulars(facts),
      `What failed is tried again by itself, each event up to ${maxAttempts} times within about ${hoursOfAttempts} hours. There is nothing else to do once the receiver works again.`,
      `After ${failuresBeforeDisabling} failed attempts in a row the webhook is disabled.`,
    ],
    smallPrint: smallPrint(facts),
  }),
  webhookDisabled: (facts) => ({
    subject: `A webhook of ${facts.organization} was disabled`,
    preheader: `${facts.failures} attempts in a row have failed. Nothing is delivered to it any more.`,
    heading: 'A webhook was disabled',
    paragraphs: [
      greeting(facts),
      `A webhook of ${facts.organization} was disabled, since ${facts.failures} attempts in a row have failed. Nothing is delivered to it until somebody enables it.`,
      ...particulars(facts),
      `Once the receiver works again, enable the webhook: POST ${facts.path}/enable. What was still to be delivered is then tried at once.`,
      `Events that happen meanwhile are not delivered by themselves. They are kept for 30 days and sent when you ask for them: POST ${facts.path}/replay.`,
    ],
    smallPrint: smallPrint(facts),
  }),
}
