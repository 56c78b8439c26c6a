import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { senderKey } from '../../../functions/registered-mail/model/sender-account.ts'
import { testEmailKey } from '../../../shared/store/test-emails.ts'
import { call } from '../../support/client.ts'
import { notifiedItem } from '../../support/native-mails.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  depositedTo,
  eventsOfMail,
  itemPath,
  mailPath,
  mailWith,
  progress,
  readMail,
  readyOf,
  sentTo,
  simulate,
  storedSender,
} from '../../support/registered-mails.ts'
import { senderEmail } from '../../support/sender-accounts.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

let home: Tenant

beforeAll(async () => {
  home = await tenant()
})

const post = (path: string, json?: object) =>
  call('POST', path, { token: home.token, ...(json === undefined ? {} : { json }) })

describe.concurrent('an item of a registered mail', () => {
  it('is retried under the same id, without counting again, and is sent once for each attempt', async () => {
    const own = await tenant()
    const { id } = await sentTo(own, ['+fail'])
    const failed = await mailWith(own, id, ['failed'])
    expect(failed.items[0]).toMatchObject({ retryable: true, attempt: 1, failureReason: { code: 'simulated' } })
    const retry = await call('POST', itemPath(failed, '/retry'), { token: own.token })
    expect([retry.status, retry.body.status]).toEqual([200, 'sending'])
    expect(retry.body.items[0]).toMatchObject({
      id: failed.items[0].id,
      status: 'sending',
      attempt: 2,
      retryable: false,
    })
    expectRefused(
      await call('POST', itemPath(failed, '/retry'), { token: own.token }),
      'registered_mail_item_not_retryable',
    )
    const again = await mailWith(own, id, ['failed'])
    expect(again.items[0]).toMatchObject({ attempt: 2, vendorItemId: `sim_${failed.items[0].id}-2` })
    const query = `entityId=${own.entity.id}`
    const options = await call('GET', `/v1/registered-mails/options?${query}`, { token: own.token })
    expect(options.body.contentScripts).toEqual(expect.arrayContaining(['Latn', 'Arab', 'Hani']))
    expect(options.body.quota).toMatchObject({ metric: 'registered_mail_items', used: 1, limit: 200 })
  })

  it('is neither retried nor notified anew without its sender account or above the cap of test e-mails', async () => {
    const own = await tenant()
    const { id: senderAccountId } = await storedSender(own, { vendor: 'native' })
    const failed = await notifiedItem(own, { status: 'failed', retryable: true }, { senderAccountId })
    const retry = () => call('POST', mailPath(failed.mailId, `/items/${failed.id}/retry`), { token: own.token })
    const corrected = await notifiedItem(own)
    const path = mailPath(corrected.mailId, `/items/${corrected.id}/recipient-updates`)
    const json = { email: senderEmail() }
    const asked = await call('POST', path.replace('/v1', '/v1/test'), { token: own.token, json })
    const capped = { ...testEmailKey(own.org.id, Date.now()), type: 'test_emails', sent: 100 }
    await table().client.send(new PutCommand({ TableName: table().name, Item: capped }))
    const answer = { token: own.token, json: { accept: true } }
    const answered = await call('POST', `${path}/${asked.body.recipientUpdates[0].id}`, answer)
    expectRefused(answered, 'test_mode_daily_email_cap')
    expectRefused(await retry(), 'test_mode_daily_email_cap')
    const { id } = await storedSender(own, { id: senderAccountId, vendor: 'native', status: 'pending' })
    expectRefused(await retry(), 'sender_account_not_verified')
    await table().client.send(new DeleteCommand({ TableName: table().name, Key: senderKey(id) }))
    expectRefused(await retry(), 'invalid_sender_account')
  })

  it('cannot be retried, refreshed or answered before its vendor accepted it', async () => {
    const draft = await readyOf(home)
    expectRefused(await post(itemPath(draft, '/retry')), 'registered_mail_item_not_retryable')
    expectRefused(await post(itemPath(draft, '/refresh')), 'registered_mail_item_not_submitted')
    const update = `/recipient-updates/${crypto.randomUUID()}`
    expectRefused(await post(itemPath(draft, update), { accept: true }), 'registered_mail_item_not_submitted')
    expectRefused(await progress(home, draft, 'sent'), 'invalid_input')
    expectRefused(await simulate(home, draft, '/recipient-updates', { firstName: 'Ada' }), 'invalid_input')
  })

  it('exists under its id alone', async () => {
    const { id } = await readyOf(home)
    const none = { id, items: [{ id: crypto.randomUUID() }] }
    const update = `/recipient-updates/${crypto.randomUUID()}`
    for (const answer of [
      await post(itemPath(none, '/retry')),
      await post(itemPath(none, '/refresh')),
      await post(itemPath(none, update), { accept: true }),
      await progress(home, none, 'sent'),
      await simulate(home, none, '/recipient-updates', { firstName: 'Ada' }),
    ])
      expectRefused(answer, 'registered_mail_item_not_found')
  })

  it('moves forward only, and publishes each final status once', async () => {
    const mail = await depositedTo(home)
    const refreshed = await post(itemPath(mail, '/refresh'))
    expect(refreshed.body).toMatchObject({ id: mail.items[0].id, status: 'deposited' })
    expect(refreshed.body.acceptanceDeadline > refreshed.body.notifiedAt).toBe(true)
    expectRefused(await progress(home, mail, 'sent'), 'invalid_input')
    const refused = await progress(home, mail, 'refused')
    expect(refused.body).toMatchObject({ status: 'completed', items: [{ status: 'refused', retryable: false }] })
    for (const to of ['delivered', 'refused', 'bounced', 'failed'])
      expectRefused(await progress(home, mail, to), 'invalid_input')
    const refusals = await until('the refusal', async () => {
      const found = (await eventsOfMail(mail.id)).filter(({ type }) => type === 'registered_mail.refused')
      return found.length > 0 && found
    })
    expect(refusals).toHaveLength(1)
  })

  it('takes a correction that its sender accepts, and keeps the previous values in the timeline', async () => {
    const mail = await depositedTo(home)
    const [before] = mail.items
    expectRefused(await simulate(home, mail, '/recipient-updates', {}), 'invalid_input')
    const asked = await simulate(home, mail, '/recipient-updates', { lastName: 'Roe', email: 'roe@example.com' })
    expect(asked.status).toBe(201)
    const [update] = asked.body.recipientUpdates
    expect(update).toMatchObject({ status: 'pending', firstName: null, lastName: 'Roe', email: 'roe@example.com' })
    const answerPath = itemPath(mail, `/recipient-updates/${update.id}`)
    const unknown = itemPath(mail, `/recipient-updates/${crypto.randomUUID()}`)
    expectRefused(await post(unknown, { accept: true }), 'recipient_update_not_found')
    const accepted = await post(answerPath, { accept: true })
    expect(accepted.body).toMatchObject({
      firstName: before.firstName,
      lastName: 'Roe',
      email: 'roe@example.com',
      recipientUpdates: [{ id: update.id, status: 'accepted', answeredBy: { type: 'api_key' } }],
    })
    expect(accepted.body.notifiedAt > before.notifiedAt).toBe(true)
    const [correction, notice] = accepted.body.timeline.slice(-2)
    expect(correction.detail.before).toMatchObject({ lastName: before.lastName, email: before.email })
    expect(notice.detail).toMatchObject({
      previousNotice: before.notifiedAt,
      previousDeadline: before.acceptanceDeadline,
    })
    expectRefused(await post(answerPath, { accept: false }), 'recipient_update_already_answered')
    const type = 'registered_mail.recipient_update_requested'
    const told = await until(type, async () => (await eventsOfMail(mail.id)).find((event) => event.type === type))
    expect(told.detail.data).toMatchObject({ itemId: before.id, updateId: update.id, status: 'deposited' })
  })

  it('keeps its values if a correction is rejected, and lets it expire when the item is final', async () => {
    const mail = await depositedTo(home)
    const [{ lastName }] = mail.items
    const first = await simulate(home, mail, '/recipient-updates', { lastName: 'Roe' })
    const [{ id: firstId }] = first.body.recipientUpdates
    const rejected = await post(itemPath(mail, `/recipient-updates/${firstId}`), { accept: false })
    expect(rejected.body).toMatchObject({ lastName, recipientUpdates: [{ status: 'rejected' }] })
    await simulate(home, mail, '/recipient-updates', { lastName: 'Moe' })
    const done = await progress(home, mail, 'delivered')
    expect(done.body.items[0]).toMatchObject({
      lastName,
      recipientUpdates: [{ status: 'rejected' }, { status: 'expired' }],
    })
    expectRefused(
      await post(itemPath(mail, `/recipient-updates/${done.body.items[0].recipientUpdates[1].id}`), { accept: true }),
      'recipient_update_already_answered',
    )
  })

  it('stays as it is if its vendor refuses a correction', async () => {
    const mail = await depositedTo(home)
    const asked = await simulate(home, mail, '/recipient-updates', { email: 'jane+vendor-error@example.com' })
    const [{ id: updateId }] = asked.body.recipientUpdates
    const refused = await post(itemPath(mail, `/recipient-updates/${updateId}`), { accept: true })
    expectRefused(refused, 'vendor_error')
    expectRefused(await post(itemPath(mail, '/refresh')), 'vendor_error')
    const { body } = await readMail(home, mail.id)
    expect(body.items[0]).toMatchObject({ email: mail.items[0].email, recipientUpdates: [{ status: 'pending' }] })
  })

  it('has its evidence in the activity of the mail', async () => {
    const mail = await depositedTo(home)
    await progress(home, mail, 'neglected')
    const { body } = await call('GET', mailPath(mail.id, '/activity'), { token: home.token })
    const own = body.results.filter(({ itemId }: { itemId: string | null }) => itemId === null)
    expect(own.map(({ type }: { type: string }) => type)).toEqual(['created', 'send_requested'])
    const steps = body.results.filter(({ itemId }: { itemId: string | null }) => itemId === mail.items[0].id)
    const types = steps.map(({ type }: { type: string }) => type).filter((type: string) => type !== 'proof_issued')
    expect(types).toEqual(['queued', 'submitted', 'sent', 'deposited', 'neglected'])
  })
})

describe('the quota of registered mail', () => {
  it('counts items at the send, and refuses a mail that has no room', async () => {
    const own = await tenant()
    const { id } = await readyOf(own, {
      recipients: Array.from({ length: 50 }, (_, n) => ({
        kind: 'individual',
        firstName: 'Jane',
        lastName: 'Doe',
        email: `jane${n}@example.com`,
      })),
    })
    const send = (mailId: string) =>
      call('POST', mailPath(mailId, '/send'), { token: own.token, json: { idempotencyKey: `key-${mailId}` } })
    expect((await send(id)).status).toBe(200)
    const recipients = (await readMail(own, id)).body.recipients.map(({ id: _, ...each }: { id: string }) => each)
    for (const _ of [2, 3, 4]) expect((await send((await readyOf(own, { recipients })).id)).status).toBe(200)
    const last = await readyOf(own)
    const refused = await send(last.id)
    expectRefused(refused, 'quota_exceeded')
    expect(refused.body.error.details).toMatchObject({ metric: 'registered_mail_items', limit: 200, used: 200 })
    expect((await readMail(own, last.id)).body.status).toBe('draft')
    await until('all fifty items', async () => (await readMail(own, id)).body.progress.deposited === 50)
  })
})
