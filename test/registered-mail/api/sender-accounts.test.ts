import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { otpSecretKey } from '../../../functions/registered-mail/model/sender-secret.ts'
import { getItem } from '../../../shared/store/table.ts'
import { testEmailKey } from '../../../shared/store/test-emails.ts'
import { call, demand } from '../../support/client.ts'
import { busEventsWith } from '../../support/inspection.ts'
import {
  confirmMailbox,
  formOf,
  LinkVisitor,
  mailedLink,
  mailedPageCode,
  unknownLink,
} from '../../support/link-pages.ts'
import { inboxOf } from '../../support/mail.ts'
import { expectRefused } from '../../support/refused.ts'
import { draftOf, mailPath } from '../../support/registered-mails.ts'
import {
  postSender,
  readSender,
  senderEmail,
  senderOf,
  senderPath,
  sendersPath,
  verifiedSender,
} from '../../support/sender-accounts.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

let home: Tenant
let live: Tenant

beforeAll(async () => {
  ;[home, live] = await Promise.all([tenant(), tenant({ livemode: true })])
})

describe.concurrent('a sender account', () => {
  it('of a draft is not deleted before the draft is', async () => {
    const of = await tenant()
    const { id } = await verifiedSender(of)
    const draft = await draftOf(of, { senderAccountId: id })
    const remove = (path: string) => call('DELETE', path, { token: of.token })
    expectRefused(await remove(senderPath(id)), 'still_referenced')
    demand(await remove(mailPath(draft.id)), 204)
    expect((await remove(senderPath(id))).status).toBe(204)
  })

  it('is refused when its test organization has had all e-mails of the day: test_mode_daily_email_cap', async () => {
    const of = await tenant()
    const Item = { ...testEmailKey(of.org.id, Date.now()), type: 'test_emails', sent: 100 }
    await table().client.send(new PutCommand({ TableName: table().name, Item }))
    expectRefused(await postSender(of, { vendor: 'native' }), 'test_mode_daily_email_cap')
  })

  it.each([
    ['GET', '/a'],
    ['POST', '/a'],
    ['GET', '/r'],
    ['POST', '/r'],
    ['GET', '/p'],
  ])('and mails have pages that refuse a wrong language: %s %s', async (method, page) => {
    const options = method === 'POST' ? { body: 'action=send-code' } : {}
    const path = `${page}/${'x'.repeat(43)}?locale=not-a-language-tag`
    expectRefused(await call(method, path, options), 'invalid_request')
  })

  it('is created, listed, read, relabeled and deleted', async () => {
    const of = await tenant()
    const made = await postSender(of, {
      siret: '732 829 320 00074',
      phone: '01 23 45 67 89',
      address: { city: 'Lyon' },
    })
    expect(made).toMatchObject({
      status: 201,
      body: {
        entityId: of.entity.id,
        vendor: 'simulated',
        status: 'pending',
        linked: true,
        types: ['simple', 'qualified'],
        siret: '73282932000074',
        phone: '+33123456789',
        address: { city: 'Lyon', country: 'FR', line1: null },
        hasOtpSecret: false,
        lastUsedAt: null,
        version: 1,
      },
    })
    const { id } = made.body
    expect(made.body.vendorAccountRef).toBe(`••••${id.slice(-4)}`)
    const changed = await call('PATCH', senderPath(id), { token: of.token, json: { label: 'Lyon' } })
    expect(changed.body).toMatchObject({ label: 'Lyon', version: 2 })
    const listed = await call('GET', `${sendersPath}?entityId=${of.entity.id}`, { token: of.token })
    expect(listed.body).toEqual({ results: [changed.body] })
    demand(await call('DELETE', senderPath(id), { token: of.token }), 204)
    expectRefused(await readSender(of, id), 'sender_account_not_found')
  })

  it('is refused where its fields break a rule', async () => {
    expectRefused(await postSender(home, { label: ' ' }), 'sender_label_required')
    expectRefused(await postSender(home, { company: null }), 'sender_company_required')
    expect((await postSender(home, { kind: 'individual', company: null })).status).toBe(201)
    expectRefused(await postSender(home, { company: 'Win at https://evil.example' }), 'invalid_request')
    expectRefused(await postSender(home, { lastName: 'WWW.evil.example' }), 'invalid_request')
    expectRefused(await postSender(home, { phone: '12' }), 'invalid_phone')
    expectRefused(await postSender(home, { siret: '12345678901234' }), 'invalid_siret')
    expectRefused(await postSender(home, { vendor: 'ar24' }), 'vendor_unavailable')
    expectRefused(await postSender(live, { vendor: 'simulated' }), 'vendor_unavailable')
    expectRefused(await postSender(home, { email: senderEmail('+vendor-error') }), 'vendor_error')
    const { id } = await senderOf(home)
    const unlabeled = await call('PATCH', senderPath(id), { token: home.token, json: { label: '' } })
    expectRefused(unlabeled, 'sender_label_required')
  })

  it('has an e-mail that no other account of its entity has, whatever the case', async () => {
    const email = senderEmail()
    const { id } = await senderOf(home, { email })
    expectRefused(await postSender(home, { email: email.toUpperCase() }), 'sender_account_exists')
    demand(await call('DELETE', senderPath(id), { token: home.token }), 204)
    expect((await postSender(home, { email })).status).toBe(201)
  })

  it('is one, if two requests create it at the same moment', async () => {
    const email = senderEmail()
    const answers = await Promise.all([postSender(home, { email }), postSender(home, { email })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('is of a vendor that the settings allow', async () => {
    const of = await tenant()
    const json = { registeredMail: { allowedVendors: ['native'] } }
    demand(await call('PATCH', `/v1/nodes/${of.entity.id}/settings`, { token: of.token, json }), 200)
    expectRefused(await postSender(of, { vendor: 'simulated' }), 'vendor_not_allowed')
    expect((await postSender(of)).body).toMatchObject({ vendor: 'native', types: ['simple'] })
  })

  it('is verified and linked by a simulation in a test organization only', async () => {
    const { id } = await senderOf(home, { mode: 'link' })
    expect((await readSender(home, id)).body).toMatchObject({ status: 'pending', linked: false })
    const path = `/v1/test/sender-accounts/${id}/verify`
    const verified = await call('POST', path, { token: home.token })
    expect(verified).toMatchObject({ status: 200, body: { status: 'verified', linked: true, version: 2 } })
    expect((await call('POST', path, { token: home.token })).body).toEqual(verified.body)
    const own = await senderOf(live)
    const onLive = await call('POST', `/v1/test/sender-accounts/${own.id}/verify`, { token: live.token })
    expectRefused(onLive, 'test_mode_disabled')
  })

  it('is read again from its vendor, which may not answer', async () => {
    const { id, verifiedAt } = await verifiedSender(home)
    const refreshed = await call('POST', senderPath(id, '/refresh'), { token: home.token })
    expect(refreshed).toMatchObject({ status: 200, body: { status: 'verified', verifiedAt } })
    expect(refreshed.body.refreshedAt).toMatch(/Z$/)
    const silent = await senderOf(home, { email: senderEmail('+fail') })
    expectRefused(await call('POST', senderPath(silent.id, '/refresh'), { token: home.token }), 'vendor_error')
  })

  it('of our own vendor takes no OTP secret', async () => {
    const { id } = await senderOf(home, { vendor: 'native' })
    const path = senderPath(id, '/otp-secret')
    const refused = await call('PUT', path, { token: home.token, json: { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' } })
    expectRefused(refused, 'invalid_input')
    expect(refused.body.error.details).toMatchObject({ reason: 'vendor_without_otp' })
    expect((await readSender(home, id)).body.hasOtpSecret).toBe(false)
  })

  it('keeps an OTP secret encrypted, and never shows it', async () => {
    const { id } = await senderOf(home)
    const path = senderPath(id, '/otp-secret')
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    for (const bad of ['short', '0189'.repeat(8), 'A'.repeat(129)])
      expectRefused(await call('PUT', path, { token: home.token, json: { secret: bad } }), 'invalid_input')
    demand(await call('PUT', path, { token: home.token, json: { secret } }), 204)
    const shown = await readSender(home, id)
    expect(shown.body).toMatchObject({ hasOtpSecret: true })
    const stored = await getItem(table(), otpSecretKey(id))
    expect(stored).not.toBeNull()
    expect(JSON.stringify([shown.body, stored])).not.toContain(secret)
    demand(await call('DELETE', path, { token: home.token }), 204)
    demand(await call('DELETE', path, { token: home.token }), 204)
    expect((await readSender(home, id)).body).toMatchObject({ hasOtpSecret: false })
    expect(await getItem(table(), otpSecretKey(id))).toBeNull()
  })
})

describe.concurrent('the owner of a native sender account', () => {
  it('confirms it with a code; opening the link changes nothing', async () => {
    const email = senderEmail()
    const { id } = await senderOf(live, { email, mode: 'link' })
    const visitor = new LinkVisitor(await mailedLink(email))
    const first = await visitor.open()
    expect(first.text).toContain('Acme Homes (Ada Martin)')
    expect(first.headers.get('content-security-policy')).toMatch(/default-src 'none'/)
    expect((await readSender(live, id)).body).toMatchObject({ status: 'pending', version: 1 })
    const done = await confirmMailbox(visitor, email)
    expect(done.text).toContain('The sender account is confirmed')
    const verified = await call('POST', senderPath(id, '/refresh'), { token: live.token })
    expect(verified.body).toMatchObject({ status: 'verified', linked: true, vendor: 'native' })
    const events = await until('the event of the account', async () => {
      const found = await busEventsWith('senderAccountId', id)
      return found.length > 0 && found
    })
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ type: 'sender_account.verified' })
    expect((await visitor.open('?locale=fr')).text).toContain('Le compte d’expéditeur est confirmé')
  })

  it('is told of wrong codes, and locked out after five', async () => {
    const email = senderEmail()
    const { id } = await senderOf(live, { email })
    const visitor = new LinkVisitor(await mailedLink(email))
    await visitor.press('send-code')
    const code = await mailedPageCode(email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect((await visitor.press('prove-code', { code: '12' })).text).toContain('Enter all 6 digits')
    const form = { ...formOf((await visitor.open()).text, 'prove-code'), code: wrong }
    for (const left of [4, 3, 2, 1]) {
      const page = await visitor.send(form)
      expect([page.status, page.text.includes(`You have ${left} more`)]).toEqual([422, true])
    }
    expect((await visitor.send(form)).text).toContain('Too many wrong codes were entered')
    expect((await visitor.send({ ...form, code })).status).toBe(422)
    expect((await readSender(live, id)).body).toMatchObject({ status: 'pending' })
  })

  it('gets one code for a form that is sent twice', async () => {
    const email = senderEmail()
    await senderOf(live, { email })
    const visitor = new LinkVisitor(await mailedLink(email))
    const form = formOf((await visitor.open()).text, 'send-code')
    await Promise.all([visitor.send(form), visitor.send(form)])
    await mailedPageCode(email)
    expect((await inboxOf(email)).filter(({ text = '' }) => /^\d{6}$/m.test(text))).toHaveLength(1)
  })

  it('confirms nothing by a request of another page, nor by a link of nobody', async () => {
    const email = senderEmail()
    await senderOf(live, { email })
    const link = await mailedLink(email)
    const visitor = new LinkVisitor(link)
    await visitor.open()
    const path = new URL(link).pathname
    const bare = await call('POST', path.slice(path.indexOf('/a/')), { body: 'action=send-code' })
    expectRefused(bare, 'forbidden')
    expect((await new LinkVisitor(unknownLink('a')).open()).text).toContain('This link cannot be used')
  })
})
