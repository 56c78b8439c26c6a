import { randomUUID } from 'node:crypto'
import type { BusEvent } from './event-deliveries.ts'
import { ServiceError } from './json-protocol.ts'
import { bareAddress } from './mail-refusals.ts'
import type { Message } from './messages.ts'

/** A configuration set, and the types of events (`send`, `bounce`…) that it publishes on the default bus. */
export type ConfigurationSet = { name: string; publishes: readonly string[] }

/** What is put on the bus; the bus adds the rest of the envelope. */
export type SesEvent = Pick<BusEvent, 'source' | 'detail-type' | 'time' | 'resources' | 'detail'>

export type SesAccount = {
  configurationSets: readonly ConfigurationSet[]
  accountId: string
  arnOf(resource: string): string
}

type Outcome = 'Send' | 'Delivery' | 'Bounce' | 'Complaint' | 'Suppression'

/** https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html#send-email-simulator */
const simulated: Readonly<Record<string, readonly Outcome[]>> = {
  bounce: ['Send', 'Bounce'],
  complaint: ['Send', 'Delivery', 'Complaint'],
  suppressionlist: ['Send', 'Suppression'],
}

/** Any mailbox takes what it is sent, but for those of SES's mailbox simulator; a label (`bounce+1@…`) changes nothing. */
function outcomesOf(recipient: string): readonly Outcome[] {
  const [local = '', domain] = bareAddress(recipient).toLowerCase().split('@')
  const played = domain === 'simulator.amazonses.com' ? simulated[local.split('+')[0] ?? ''] : undefined
  return played ?? ['Send', 'Delivery']
}

/** The set that a mail names; undefined: it names none. */
export function configurationSetOf(name: string | undefined, { configurationSets }: SesAccount) {
  const found = configurationSets.find((each) => each.name === name)
  if (name !== undefined && !found)
    throw new ServiceError('NotFoundException', `Configuration set <${name}> does not exist.`, 404)
  return found
}

/**
 * What SES tells of a mail that it has taken, in the order in which it happens.
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html has the records,
 * https://docs.aws.amazon.com/eventbridge/latest/ref/events-ref-ses.html the names of the events.
 */
export function sesEventsOf(message: Message, set: ConfigurationSet, account: SesAccount): SesEvent[] {
  const recipients = [...message.to, ...message.cc, ...message.bcc].map(bareAddress)
  const told = recipients.flatMap((recipient) =>
    outcomesOf(recipient)
      .filter((outcome) => outcome !== 'Send')
      .map((outcome) => [outcome, [recipient]] as const),
  )
  return ([['Send', recipients], ...told] as const)
    .map(([outcome, concerned]) => detailOf(outcome, concerned, message.at))
    .filter(({ publishedAs }) => set.publishes.includes(publishedAs))
    .map(({ detailType, body }) => ({
      source: 'aws.ses',
      'detail-type': detailType,
      time: message.at.replace(/\.\d+Z$/, 'Z'),
      resources: [account.arnOf(`configuration-set/${set.name}`)],
      detail: { ...body, mail: mailDetail(message, recipients, set, account) },
    }))
}

type Told = { publishedAs: string; detailType: string; body: { eventType: string } & Record<string, unknown> }

function detailOf(outcome: Outcome, recipients: readonly string[], timestamp: string): Told {
  switch (outcome) {
    case 'Send':
      return { publishedAs: 'send', detailType: 'Email Sent', body: { eventType: 'Send', send: {} } }
    case 'Delivery': {
      const delivery = {
        timestamp,
        processingTimeMillis: 1,
        recipients,
        smtpResponse: '250 2.0.0 OK',
        reportingMTA: 'localhost',
      }
      return { publishedAs: 'delivery', detailType: 'Email Delivered', body: { eventType: 'Delivery', delivery } }
    }
    case 'Bounce':
      return bounced('General', recipients, timestamp, 'smtp; 550 5.1.1 user unknown')
    case 'Suppression':
      return bounced('Suppressed', recipients, timestamp, 'Amazon SES has suppressed sending to this address')
    case 'Complaint': {
      const complaint = {
        timestamp,
        feedbackId: randomUUID(),
        complaintSubType: null,
        complaintFeedbackType: 'abuse',
        complainedRecipients: recipients.map((emailAddress) => ({ emailAddress })),
        arrivalDate: timestamp,
      }
      const body = { eventType: 'Complaint', complaint }
      return { publishedAs: 'complaint', detailType: 'Email Complaint Received', body }
    }
  }
}

function bounced(bounceSubType: string, recipients: readonly string[], timestamp: string, diagnosticCode: string) {
  const each = (emailAddress: string) => ({ emailAddress, action: 'failed', status: '5.1.1', diagnosticCode })
  const bounce = {
    timestamp,
    feedbackId: randomUUID(),
    bounceType: 'Permanent',
    bounceSubType,
    bouncedRecipients: recipients.map(each),
    reportingMTA: 'dns; localhost',
  }
  return { publishedAs: 'bounce', detailType: 'Email Bounced', body: { eventType: 'Bounce', bounce } }
}

function mailDetail(message: Message, destination: readonly string[], set: ConfigurationSet, account: SesAccount) {
  const { id: messageId, at: timestamp, from, to, subject, headers, tags } = message
  const domain = bareAddress(from).split('@')[1] ?? ''
  return {
    timestamp,
    source: from,
    sourceArn: account.arnOf(`identity/${domain}`),
    sendingAccountId: account.accountId,
    messageId,
    destination,
    headersTruncated: false,
    headers,
    commonHeaders: { from: [from], to, messageId, subject },
    tags: {
      'ses:configuration-set': [set.name],
      'ses:from-domain': [domain],
      ...Object.fromEntries(tags.map(({ name, value }) => [name, [value]])),
    },
  }
}
