import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterNews, type MailNews } from '../../../../shared/mail/delivery.ts'
import type { Mail } from '../../../../shared/mail/mail.ts'
import { readSesEvent } from '../../../../shared/mail/ses-event.ts'

const claimed: Mail = {
  id: 'mail',
  recipient: 'ann@example.org',
  kind: 'test',
  reference: null,
  status: 'claimed',
  claim: { holder: 'a', until: '2026-03-01T12:05:00.000Z' },
  failure: null,
  sesMessageId: null,
  version: 1,
  createdAt: '2026-03-01T12:00:00.000Z',
  changedAt: '2026-03-01T12:00:00.000Z',
}

const sesMessageId = 'ses'
const news = {
  sent: { sesMessageId, status: 'sent' },
  delivered: { sesMessageId, status: 'delivered' },
  'bounced for now': { sesMessageId, status: 'bounced', reason: 'mailbox_full', isPermanent: false },
  bounced: { sesMessageId, status: 'bounced', reason: 'no_such_mailbox', isPermanent: true },
  complained: { sesMessageId, status: 'complained' },
} satisfies Record<string, MailNews>
type News = keyof typeof news

const nowMs = Date.parse('2026-03-01T12:01:00.000Z')
const after = (mail: Mail, ...told: readonly News[]) =>
  told.reduce((current, each) => afterNews(current, news[each], nowMs) ?? current, mail)
const stateOf = ({ status, failure }: Mail) => (failure && !failure.isPermanent ? `${status} for now` : status)

/** Of a mail in the state of the row, what it is after each news; a dash: that is no news. */
const table: Record<'claimed' | News, Record<News, News | '-'>> = {
  claimed: {
    sent: 'sent',
    delivered: 'delivered',
    'bounced for now': 'bounced for now',
    bounced: 'bounced',
    complained: 'complained',
  },
  sent: {
    sent: '-',
    delivered: 'delivered',
    'bounced for now': 'bounced for now',
    bounced: 'bounced',
    complained: 'complained',
  },
  'bounced for now': {
    sent: '-',
    delivered: 'delivered',
    'bounced for now': '-',
    bounced: 'bounced',
    complained: 'complained',
  },
  delivered: {
    sent: '-',
    delivered: '-',
    'bounced for now': '-',
    bounced: 'bounced',
    complained: 'complained',
  },
  bounced: { sent: '-', delivered: '-', 'bounced for now': '-', bounced: '-', complained: 'complained' },
  complained: { sent: '-', delivered: '-', 'bounced for now': '-', bounced: '-', complained: '-' },
}

function isNews(state: string): state is News {
  return Object.hasOwn(news, state)
}

describe.each(Object.entries(table))('a mail that is %s', (state, row) => {
  const mail = isNews(state) ? after(claimed, state) : claimed
  test.each(Object.entries(row))('and of which SES tells that it is %s is %s', (told, expected) => {
    if (!isNews(told)) throw new Error(`${told} is no news`)
    const next = afterNews(mail, news[told], nowMs)
    expect(next ? stateOf(next) : '-').toBe(expected)
    if (next)
      expect(next).toMatchObject({
        version: mail.version + 1,
        claim: null,
        sesMessageId,
        changedAt: '2026-03-01T12:01:00.000Z',
      })
  })
})

test('in whatever order and however often news come, the mail ends the same', () => {
  const all: News[] = ['sent', 'delivered', 'bounced for now', 'bounced', 'complained']
  fc.assert(
    fc.property(fc.subarray(all, { minLength: 1 }), fc.array(fc.nat()), (told, draws) => {
      const shuffled = [...told, ...told].map((each, index) => [draws[index] ?? index, each] as const)
      const others = shuffled.sort(([a], [b]) => a - b).map(([, each]) => each)
      expect(stateOf(after(claimed, ...others))).toBe(stateOf(after(claimed, ...told)))
    }),
  )
})

describe('an event of SES', () => {
  const event = (type: string, more: object = {}, tags: object = { 'mail-id': ['mail'] }) => ({
    source: 'aws.ses',
    'detail-type': type,
    detail: { eventType: 'any', mail: { messageId: 'ses', tags }, ...more },
  })
  const bounce = (bounceType: string, bounceSubType: string) => ({ bounce: { bounceType, bounceSubType } })
  const bounced = (reason: string, isPermanent: boolean) => ({ sesMessageId, status: 'bounced', reason, isPermanent })

  test.each([
    ['Email Sent', {}, { sesMessageId, status: 'sent' }],
    ['Email Delivered', {}, { sesMessageId, status: 'delivered', serverAnswer: null }],
    [
      'Email Delivered',
      { delivery: { smtpResponse: ' 250 2.0.0\r\nOK\u202e ' } },
      { sesMessageId, status: 'delivered', serverAnswer: '250 2.0.0 OK' },
    ],
    [
      'Email Bounced',
      { bounce: { ...bounce('Permanent', 'NoEmail').bounce, bouncedRecipients: [{ diagnosticCode: 'smtp; 550 no' }] } },
      { ...bounced('no_such_mailbox', true), serverAnswer: 'smtp; 550 no' },
    ],
    ['Email Complaint Received', {}, { sesMessageId, status: 'complained' }],
    ['Email Rejected', { reject: { reason: 'Bad content' } }, bounced('content_rejected', true)],
    ['Email Bounced', bounce('Permanent', 'NoEmail'), bounced('no_such_mailbox', true)],
    ['Email Bounced', bounce('Permanent', 'General'), bounced('undeliverable', true)],
    ['Email Bounced', bounce('Permanent', 'OnAccountSuppressionList'), bounced('suppressed', true)],
    ['Email Bounced', bounce('Transient', 'MailboxFull'), bounced('mailbox_full', false)],
    ['Email Bounced', bounce('Transient', 'AttachmentRejected'), bounced('content_rejected', false)],
    ['Email Bounced', bounce('Undetermined', 'Undetermined'), bounced('undeliverable', false)],
    ['Email Bounced', bounce('Permanent', 'constructor'), bounced('undeliverable', true)],
  ])('%s %o is news', (type, more, expected) => {
    expect(readSesEvent(event(type, more))).toMatchObject({ mailId: 'mail', news: expected })
  })

  test('about a mail that is not ours says nothing', () => {
    expect(readSesEvent(event('Email Sent', {}, { other: ['a'] }))).toBeNull()
  })

  test.each([event('Email Opened'), {}, null, { 'detail-type': 'Email Sent' }])(
    'of another form throws: %o',
    (other) => {
      expect(() => readSesEvent(other)).toThrow()
    },
  )
})
