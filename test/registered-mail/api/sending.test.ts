import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SenderAccount } from '../../../functions/registered-mail/model/sender-account.ts'
import { referenceKey } from '../../../functions/registered-mail/vendors/simulated.ts'
import type { ErrorCode } from '../../../shared/errors/error-codes.ts'
import { budgetOfOrganization, budgetsOfAddress } from '../../../shared/mail/email-budget.ts'
import { hourMs, timestamp } from '../../../shared/platform/clock.ts'
import { getItem } from '../../../shared/store/table.ts'
import { testEmailKey } from '../../../shared/store/test-emails.ts'
import { type WindowLimit, windowKey } from '../../../shared/store/window-count.ts'
import { call, demand } from '../../support/client.ts'
import { onePage } from '../../support/documents/signed-pdf.ts'
import { runSweep } from '../../support/inspection.ts'
import { alterItem, storedItem } from '../../support/native-mails.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  attach,
  draftOf,
  eventsOfMail,
  itemPath,
  listMails,
  mailPath,
  mailWith,
  readMail,
  readyOf,
  recipient,
  sendMail,
  sentTo,
  simulate,
  storedSender,
} from '../../support/registered-mails.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

let home: Tenant

beforeAll(async () => {
  home = await tenant()
})

const many = (count: number) => Array.from({ length: count }, () => recipient())

/** Drafts that break a rule, and every later rule that they can break, too. */
const unsendable: [string, object, ErrorCode, object?][] = [
  ['no subject', { subject: '', recipients: [] }, 'subject_required'],
  ['a long subject', { subject: 'x'.repeat(256), recipients: [] }, 'subject_too_long', { max: 255 }],
  ['nobody', { recipients: [], senderAccountId: null }, 'recipients_required'],
  ['51 recipients', { recipients: many(51), senderAccountId: null }, 'too_many_recipients', { max: 50 }],
  [
    '21 followers',
    { followers: many(21).map(({ email }) => ({ email })), recipients: [{ kind: 'individual' }] },
    'too_many_followers',
    { max: 20 },
  ],
  [
    'a recipient without an e-mail',
    { recipients: [recipient(), recipient('', { email: null })] },
    'invalid_recipient',
    { index: 1, field: 'email', reason: 'missing' },
  ],
  [
    'an e-mail that is none',
    { recipients: [recipient('', { email: 'jane' })] },
    'invalid_recipient',
    { index: 0, field: 'email', reason: 'invalid' },
  ],
  [
    'an individual without a name',
    { recipients: [recipient('', { lastName: null })] },
    'invalid_recipient',
    { index: 0, field: 'lastName', reason: 'missing' },
  ],
  [
    'a company without a name',
    { recipients: [recipient('', { kind: 'association' })] },
    'recipient_company_required',
    { index: 0 },
  ],
  [
    'one e-mail twice',
    {
      recipients: [recipient('', { email: 'a@example.com' }), recipient('', { email: 'A@Example.com' })],
      senderAccountId: null,
    },
    'duplicate_recipient_email',
    { email: 'a@example.com' },
  ],
  [
    'a follower who is a recipient',
    {
      recipients: [recipient('', { email: 'a@example.com' })],
      followers: [{ email: 'A@Example.com' }],
      senderAccountId: null,
    },
    'duplicate_recipient_email',
    { email: 'a@example.com', reason: 'follower_is_recipient' },
  ],
  [
    'a company with a web address',
    { recipients: [recipient('', { company: 'Claim your prize at https://evil.example NOW' })] },
    'invalid_recipient',
    { index: 0, field: 'company', reason: 'web_address' },
  ],
  ['no sender account', { senderAccountId: null }, 'sender_account_required'],
  ['a sender account of nobody', { senderAccountId: crypto.randomUUID() }, 'invalid_sender_account'],
  ['another vendor', { vendor: 'native' }, 'sender_account_vendor_mismatch'],
  [
    'a vendor that refuses',
    { recipients: [recipient('+vendor-error')] },
    'vendor_error',
    { vendor: 'simulated', retryable: false },
  ],
]

/** Sender accounts that cannot be used. */
const unusable: [Partial<SenderAccount>, ErrorCode][] = [
  [{ vendor: 'pigeon' }, 'vendor_not_allowed'],
  [{ linked: false, status: 'pending' }, 'sender_account_not_linked'],
  [{ status: 'pending' }, 'sender_account_not_verified'],
]

async function choose({ entity, token }: Tenant, registeredMail: object): Promise<void> {
  demand(await call('PATCH', `/v1/nodes/${entity.id}/settings`, { token, json: { registeredMail } }), 200)
}

describe.concurrent('sending a registered mail', () => {
  it.each(unsendable)('refuses %s, and the mail stays a draft', async (_, fields, code, details) => {
    const { id } = await readyOf(home, fields)
    const refused = await sendMail(home, id)
    expectRefused(refused, code)
    if (details) expect(refused.body.error.details).toMatchObject(details)
    expect((await readMail(home, id)).body).toMatchObject({ status: 'draft', sentAt: null, version: 1 })
  })

  it.each(unusable)('refuses a sender account that is %j', async (fields, code) => {
    const { id: senderAccountId } = await storedSender(home, fields)
    expectRefused(await sendMail(home, (await draftOf(home, { senderAccountId })).id), code)
  })

  it('obeys the settings of the entity', async () => {
    const own = await tenant()
    const chosen = { allowedTypes: ['qualified'], defaultType: 'qualified', referenceRequired: true }
    await choose(own, { ...chosen, requireRecipientConsent: true })
    const simple = await readyOf(own, { type: 'simple' })
    expectRefused(await sendMail(own, simple.id), 'type_not_allowed')
    const { id, type } = await readyOf(own)
    expect(type).toBe('qualified')
    expectRefused(await sendMail(own, id), 'reference_required')
    await call('PATCH', mailPath(id), { token: own.token, json: { reference: 'R-1' } })
    const withoutConsent = await sendMail(own, id)
    expectRefused(withoutConsent, 'invalid_recipient')
    expect(withoutConsent.body.error.details).toEqual({ index: 0, field: 'consent', reason: 'consent_required' })
    const consent = { obtainedAt: '2026-01-01T00:00:00Z', evidence: 'Signed form' }
    await call('PATCH', mailPath(id), { token: own.token, json: { recipients: [recipient('', { consent })] } })
    expect((await sendMail(own, id)).status).toBe(200)
    await choose(own, { allowedVendors: ['ar24'] })
    const other = await readyOf(own, { reference: 'R-2', recipients: [recipient('', { consent })] })
    expectRefused(await sendMail(own, other.id), 'vendor_not_allowed')
  })

  it('has a letter or an attachment', async () => {
    for (const contentHtml of [null, '', '<p> <br>\u00a0</p>']) {
      const { id } = await readyOf(home, { contentHtml })
      const refused = await sendMail(home, id)
      expectRefused(refused, 'invalid_input')
      expect(refused.body.error.details).toMatchObject({ reason: 'content_required' })
    }
    const { id } = await readyOf(home, { contentHtml: null })
    demand(await attach(home, id, onePage()), 201)
    demand(await sendMail(home, id), 200)
  })

  it('has room in the e-mail budgets if our own vendor sends the notices', async () => {
    const own = await tenant()
    const { id: senderAccountId } = await storedSender(own, { vendor: 'native' })
    const ready = () => draftOf(own, { senderAccountId })
    const capped = { ...testEmailKey(own.org.id, Date.now()), type: 'test_emails', sent: 100 }
    await table().client.send(new PutCommand({ TableName: table().name, Item: capped }))
    expectRefused(await sendMail(own, (await ready()).id), 'test_mode_daily_email_cap')
    const budget = windowKey(budgetOfOrganization({ id: own.org.id }), Date.now())
    const spent = { ...budget, type: 'window_count', used: 5_000 }
    await table().client.send(new PutCommand({ TableName: table().name, Item: spent }))
    expectRefused(await sendMail(own, (await ready()).id), 'rate_limited')
  })

  it('has room in the budget of the organization for all that followers get, and does not wait for a flooded follower', async () => {
    const own = await tenant()
    const followers = many(17).map(({ email }) => ({ email: String(email) }))
    const draft = { recipients: many(6), followers }
    expectRefused(await sendMail(own, (await readyOf(own, draft)).id), 'test_mode_daily_email_cap')
    const spend = async (window: WindowLimit, used: number) => {
      const Item = { ...windowKey(window, Date.now()), type: 'window_count', used }
      await table().client.send(new PutCommand({ TableName: table().name, Item }))
    }
    await spend(budgetOfOrganization({ id: own.org.id }), 4_900)
    const many102 = await sendMail(own, (await readyOf(own, draft)).id)
    expectRefused(many102, 'rate_limited')
    expect(many102.body.error.details).toMatchObject({ reason: 'organization_email_budget' })
    const [follower = { email: '' }] = followers
    for (const budget of budgetsOfAddress({ orgId: own.org.id, email: follower.email })) await spend(budget, 100)
    // What the follower gets waits for the next day. The mail does not.
    await spend(budgetOfOrganization({ id: own.org.id }), 0)
    expect((await sendMail(own, (await readyOf(own, { followers: [follower] })).id)).status).toBe(200)
  })

  it('hands over again what no vendor took over, and hands nothing over twice', async () => {
    const mail = await sentTo(home)
    await mailWith(home, mail.id, ['deposited'])
    const [{ id }] = mail.items
    // As if the function had broken down before it noted that the vendor has the item.
    const ago = timestamp(Date.now() - hourMs)
    const unsent = { notifiedAt: null, depositedAt: null, acceptanceDeadline: null, timeline: [] }
    await alterItem(
      { mailId: mail.id, id },
      { ...unsent, status: 'sending', submittedAt: null, missedAt: ago, dueAt: ago },
    )
    await runSweep()
    await mailWith(home, mail.id, ['deposited'])
    expect((await storedItem({ mailId: mail.id, id })).missedAt).not.toBe(ago)
    const handedOver = await getItem(table(), referenceKey({ mailId: mail.id }, `${id}-1`))
    expect(handedOver?.submissions).toBe(1)
  })

  it('sends once, however often its key comes, and refuses other keys', async () => {
    const { id } = await readyOf(home, { reference: 'R-1' })
    expectRefused(await sendMail(home, id, 'short'), 'invalid_request')
    const sent = await sendMail(home, id)
    expect(sent.body).toMatchObject({
      status: 'sending',
      vendor: 'simulated',
      progress: { sending: 1 },
      items: [{ status: 'sending' }],
    })
    expect(sent.body.contentSha256).toMatch(/^[0-9a-f]{64}$/)
    await mailWith(home, id, ['deposited'])
    expect((await sendMail(home, id)).body).toMatchObject({ status: 'in_progress', items: [{ status: 'deposited' }] })
    expectRefused(await sendMail(home, id, 'another-key'), 'registered_mail_already_sent')
    expectRefused(
      await call('PATCH', mailPath(id), { token: home.token, json: { subject: 'B' } }),
      'registered_mail_already_sent',
    )
    expectRefused(await call('POST', mailPath(id, '/cancel'), { token: home.token }), 'registered_mail_not_cancelable')
    expectRefused(await call('DELETE', mailPath(id), { token: home.token }), 'registered_mail_not_cancelable')
    const [{ id: itemId }] = sent.body.items
    const handedOver = await getItem(table(), referenceKey({ mailId: id }, `${itemId}-1`))
    expect(handedOver?.submissions).toBe(1)
    const events = await until('both events', async () => {
      const found = await eventsOfMail(id)
      return found.length > 1 && found
    })
    const told = events.map(({ type, detail }) => [type, detail.data])
    const data = { mailId: id, itemId, reference: 'R-1', entityId: home.entity.id }
    expect(told).toEqual([
      ['registered_mail.sent', { ...data, status: 'sent' }],
      ['registered_mail.deposited', { ...data, status: 'deposited' }],
    ])
  })

  it('plays what the e-mails of recipients ask for, and lists the outcome', async () => {
    const { id } = await sentTo(home, ['+deliver', '+refuse', '+neglect', '+bounce', '+fail'])
    const outcome = ['delivered', 'refused', 'neglected', 'bounced', 'failed']
    const mail = await mailWith(home, id, outcome)
    expect(mail).toMatchObject({ status: 'partially_failed', progress: { total: 5, bounced: 1, failed: 1 } })
    const statuses = mail.items.map((item: { timeline: { status: string }[] }) =>
      item.timeline.map(({ status }) => status),
    )
    expect(statuses).toEqual([
      ['sending', 'sent', 'deposited', 'delivered'],
      ['sending', 'sent', 'deposited', 'refused'],
      ['sending', 'sent', 'deposited', 'neglected'],
      ['sending', 'sent', 'bounced'],
      ['sending', 'failed'],
    ])
    expect(mail.items.map(({ retryable }: { retryable: boolean }) => retryable)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ])
    const listed = await until('the list follows the items', async () => {
      const { body } = await listMails(home, { status: 'partially_failed' })
      return body.results.find((each: { id: string }) => each.id === id)
    })
    expect(listed.items.map(({ status }: { status: string }) => status)).toEqual(outcome)
    expect(listed.completedAt).toBe(mail.completedAt)
    const finals = await until('the events of the ends', async () => {
      const events = (await eventsOfMail(id)).map(({ type, detail }) => `${type} ${detail.data.status}`)
      const ends = events.filter((event) => !/sent|deposited|delivered/.test(event))
      return ends.length >= 4 && ends.toSorted()
    })
    expect(finals).toEqual([
      'registered_mail.failed bounced',
      'registered_mail.failed failed',
      'registered_mail.neglected neglected',
      'registered_mail.refused refused',
    ])
  })

  it('is completed in the answer that ends its last item, and not any more when an item is sent again', async () => {
    const { id, items } = await sentTo(home, ['', ''])
    await mailWith(home, id, ['deposited', 'deposited'])
    const played = async (index: number, to: string) =>
      (await simulate(home, { id, items: [items[index]] }, '/progress', { to })).body
    const first = await played(0, 'bounced')
    expect(first).toMatchObject({ status: 'in_progress', completedAt: null })
    const last = await played(1, 'delivered')
    const [bounced, delivered] = last.items
    expect(last).toMatchObject({ status: 'partially_failed', completedAt: delivered.endedAt })
    expect(bounced.endedAt <= delivered.endedAt).toBe(true)
    expect((await readMail(home, id)).body).toMatchObject({ completedAt: last.completedAt, status: last.status })

    const failed = await sentTo(home, ['+fail'])
    const ended = await mailWith(home, failed.id, ['failed'])
    expect(ended).toMatchObject({ status: 'failed', completedAt: ended.items[0].endedAt })
    const again = await call('POST', itemPath(ended, '/retry'), { token: home.token })
    expect(again.body).toMatchObject({ status: 'sending', completedAt: null })
  })
})
