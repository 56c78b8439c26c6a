import { failuresBeforeDisabling, maxAttempts } from '../../../../events/delivery-schedule.ts'
import type { Failure } from '../latest-failure.ts'
import type { Messages, WebhookFacts } from './catalog.ts'
import { hoursOfAttempts } from './hours-of-attempts.ts'

const reasons: Readonly<Record<Failure['error'], (code: number | null) => string>> = {
  timeout: () => 'The last attempt got no answer within 10 seconds.',
  connection_error: () => 'In the last attempt, the connection could not be made or broke off.',
  dns_error: () => 'In the last attempt, the host name was not found.',
  tls_error: () => 'In the last attempt, no secure connection could be made. Check the certificate of the host.',
  redirect: (code) => `The last attempt got a redirect (${code}). Redirects are not followed.`,
  blocked_address: () => 'In the last attempt, the host led to an address that is not public.',
  http_status: (code) => `The last attempt got the status ${code}. Only a status from 200 to 299 counts as success.`,
}

/** Which webhook it is, and what is known of its failures. */
const particulars = ({ address, description, failedAt, succeededAt, failure }: WebhookFacts) => [
  `Address: ${address}`,
  // Marked as quoted, so that nobody can speak in our name.
  ...(description === null ? [] : [`Description: “${description}”`]),
  ...(failure === null ? [] : [reasons[failure.error](failure.responseCode)]),
  ...(failedAt === null ? [] : [`Last failure: ${failedAt}.`]),
  succeededAt === null ? 'It has not received any event yet.' : `Last event received: ${succeededAt}.`,
]

const greeting = ({ firstName }: WebhookFacts) => (firstName === null ? 'Hello,' : `Hello ${firstName},`)

const smallPrint = ({ organization }: WebhookFacts) => [
  `You get this e-mail because your role lets you manage the integrations of ${organization}.`,
]

export const englishOfWebhooks: Pick<Messages, 'webhookFailing' | 'webhookDisabled'> = {
  webhookFailing: (facts) => ({
    subject: `A webhook of ${facts.organization} keeps failing`,
    preheader: `${facts.failures} attempts in a row have failed.`,
    heading: 'A webhook keeps failing',
    paragraphs: [
      greeting(facts),
      `Events of ${facts.organization} cannot be delivered to one of its webhooks: ${facts.failures} attempts ` +
        'in a row have failed.',
      ...particulars(facts),
      `Failed events are sent again automatically, each up to ${maxAttempts} times within about ` +
        `${hoursOfAttempts} hours. Once the receiver works again, you have nothing else to do.`,
      `After ${failuresBeforeDisabling} failed attempts in a row, the webhook is disabled.`,
    ],
    button: { label: 'Open the webhook and its log', url: facts.consoleUrl },
    smallPrint: smallPrint(facts),
  }),
  webhookDisabled: (facts) => ({
    subject: `A webhook of ${facts.organization} was disabled`,
    preheader: `${facts.failures} attempts in a row have failed. Nothing is delivered to it any more.`,
    heading: 'A webhook was disabled',
    paragraphs: [
      greeting(facts),
      `A webhook of ${facts.organization} was disabled because ${facts.failures} attempts in a row have ` +
        'failed. Nothing is delivered to it until somebody enables it.',
      ...particulars(facts),
      'Once the receiver works again, enable the webhook in the console. The undelivered events are then sent at once.',
      'Events that happen in the meantime are not sent automatically. They are kept for 30 days: send them from the log ' +
        'of the webhook.',
    ],
    button: { label: 'Open the webhook and its log', url: facts.consoleUrl },
    smallPrint: smallPrint(facts),
  }),
}
