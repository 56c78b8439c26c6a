import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMailAndSms } from '../../../../infra/local/engines/mail-and-sms.ts'
import type { SesEvent } from '../../../../infra/local/engines/ses-events.ts'
import { readSesEvent } from '../../../../shared/mail/ses-event.ts'

let engine: Awaited<ReturnType<typeof startMailAndSms>>
let ses: SESv2Client
let events: SesEvent[]

beforeEach(async () => {
  events = []
  engine = await startMailAndSms({
    identities: ['sealpost.example', 'ann@other.example'],
    configurationSets: [
      { name: 'mails', publishes: ['send', 'delivery', 'bounce', 'complaint'] },
      { name: 'bounces', publishes: ['bounce'] },
    ],
    publish: (event) => events.push(event),
    region: 'eu-west-3',
    accountId: '111122223333',
  })
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
  ses = new SESv2Client({ endpoint: engine.endpoint, region: 'eu-west-3', credentials })
})
afterEach(async () => {
  ses.destroy()
  await engine.close()
})

async function send(recipient: string, more: Partial<SendEmailCommandInput> = {}) {
  const Simple = { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello' } } }
  const { MessageId } = await ses.send(
    new SendEmailCommand({
      FromEmailAddress: 'Sealpost <no-reply@sealpost.example>',
      Destination: { ToAddresses: [recipient] },
      Content: { Simple },
      ConfigurationSetName: 'mails',
      EmailTags: [{ Name: 'mail-id', Value: 'mail-1' }],
      ...more,
    }),
  )
  return MessageId
}

const types = () => events.map((event) => event['detail-type'])

test.each([
  ['ann@example.org', ['Email Sent', 'Email Delivered']],
  ['success@simulator.amazonses.com', ['Email Sent', 'Email Delivered']],
  ['bounce@simulator.amazonses.com', ['Email Sent', 'Email Bounced']],
  ['Bounce+label@simulator.amazonses.com', ['Email Sent', 'Email Bounced']],
  ['complaint@simulator.amazonses.com', ['Email Sent', 'Email Delivered', 'Email Complaint Received']],
  ['suppressionlist+1@simulator.amazonses.com', ['Email Sent', 'Email Bounced']],
  ['bounce@example.org', ['Email Sent', 'Email Delivered']],
])('of a mail to %s the bus is told %o', async (recipient, expected) => {
  await send(recipient)
  expect(types()).toEqual(expected)
})

test('an event has the form of those of SES, and what is read of it is there', async () => {
  const messageId = await send('bounce@simulator.amazonses.com')
  expect(events[1]).toMatchObject({
    source: 'aws.ses',
    'detail-type': 'Email Bounced',
    resources: ['arn:aws:ses:eu-west-3:111122223333:configuration-set/mails'],
    detail: {
      eventType: 'Bounce',
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [{ emailAddress: 'bounce@simulator.amazonses.com' }],
      },
      mail: {
        messageId,
        source: 'Sealpost <no-reply@sealpost.example>',
        sourceArn: 'arn:aws:ses:eu-west-3:111122223333:identity/sealpost.example',
        destination: ['bounce@simulator.amazonses.com'],
        tags: { 'ses:configuration-set': ['mails'], 'mail-id': ['mail-1'] },
      },
    },
  })
  const news = {
    status: 'bounced',
    sesMessageId: messageId,
    reason: 'undeliverable',
    isPermanent: true,
    serverAnswer: 'smtp; 550 5.1.1 user unknown',
  }
  expect(readSesEvent(events[1])).toEqual({ mailId: 'mail-1', news })
})

test('a configuration set publishes what it says, and without one nothing is published', async () => {
  await send('bounce@simulator.amazonses.com', { ConfigurationSetName: 'bounces' })
  await send('bounce@simulator.amazonses.com', { ConfigurationSetName: undefined })
  expect(types()).toEqual(['Email Bounced'])
})

test('a configuration set that there is not is not found, and nothing is sent', async () => {
  const sending = send('ann@example.org', { ConfigurationSetName: 'others' })
  await expect(sending).rejects.toMatchObject({ name: 'NotFoundException' })
  expect(await (await fetch(`${engine.endpoint}/messages`)).json()).toEqual([])
})

test.each(['no-reply@sealpost.example', 'A <a@sub.SEALPOST.example>', 'ann@other.example'])(
  '%s is an address that is verified',
  async (FromEmailAddress) => {
    await send('ann@example.org', { FromEmailAddress })
    expect(events).not.toEqual([])
  },
)

test.each(['a@notsealpost.example', 'bob@other.example', '"a@sealpost.example" <a@evil.example>'])(
  '%s is not, and its mail is rejected',
  async (FromEmailAddress) => {
    await expect(send('ann@example.org', { FromEmailAddress })).rejects.toMatchObject({ name: 'MessageRejected' })
    expect(events).toEqual([])
  },
)
