import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderEmail } from '../../../shared/mail/layout/render-email.ts'
import { idOfOccasion } from '../../../shared/mail/mail.ts'
import { mailOf } from '../../../shared/mail/note-news.ts'
import { type MailOrder, sendMail } from '../../../shared/mail/send-mail.ts'
import { sendText } from '../../../shared/mail/send-text.ts'
import { plainBrand } from '../../../shared/pages/brand.ts'
import { cloud } from '../../support/cloud.ts'
import { inboxOf, mailDependencies, mailerOf, mailOrder, toldOfMail } from '../../support/mail.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

let of: Tenant
beforeAll(async () => {
  of = await tenant()
})

const sentEmail = renderEmail({
  locale: 'fr',
  brand: plainBrand(),
  preheader: 'Un document vous attend',
  heading: 'Élise vous demande de signer <un contrat>',
  paragraphs: ['Le document vous attend.'],
  button: { label: 'Ouvrir', url: 'https://example.com/s/1' },
  smallPrint: ['Ce message vous est adressé par Sealpost.'],
})
const content = { subject: 'À signer', fromName: 'Élise via Sealpost', ...sentEmail }

const send = (order: MailOrder) => sendMail(mailDependencies(), order, () => content)

/** Waits until what SES tells has come through the bus and the queue to the mail. */
async function settledAs(order: MailOrder, status: string) {
  return await until(`a mail that is ${status}`, async () => {
    const mail = await mailOf(table(), idOfOccasion(order))
    return mail?.status === status ? mail : null
  })
}

describe('a mail that is sent', () => {
  test('is in the inbox as it was written, and known as delivered', async () => {
    const since = new Date()
    const order = mailOrder(of, `${randomUUID()}@example.org`)
    await send(order)
    await send(order)
    expect(await inboxOf(order.recipient, since)).toMatchObject([
      {
        kind: 'mail',
        from: 'Élise via Sealpost <no-reply@sealpost.example>',
        to: [order.recipient],
        subject: 'À signer',
        html: sentEmail.html,
        text: sentEmail.text,
        headers: expect.arrayContaining([{ name: 'Auto-Submitted', value: 'auto-generated' }]),
      },
    ])
    await settledAs(order, 'delivered')
    expect(await inboxOf(order.recipient, new Date(Date.now() + 1000))).toEqual([])
  })

  test.each([
    ['bounce', 'bounced', { reason: 'undeliverable', isPermanent: true }],
    ['suppressionlist', 'bounced', { reason: 'suppressed', isPermanent: true }],
    ['complaint', 'complained', null],
  ])('to %s of the mailbox simulator of SES is known as %s', async (mailbox, status, failure) => {
    const order = mailOrder(of, `${mailbox}+${randomUUID()}@simulator.amazonses.com`)
    await send(order)
    expect(await settledAs(order, status)).toMatchObject({ failure, claim: null })
  })

  test('is told to the jobs of the service at each step, with versions that count up', async () => {
    const order = mailOrder(of, `complaint+${randomUUID()}@simulator.amazonses.com`)
    await send(order)
    const told = await until('the news of the complaint', async () => {
      const all = await toldOfMail(idOfOccasion(order))
      return all.some(({ status }) => status === 'complained') ? all : null
    })
    const latest = told.toSorted((a, b) => b.version - a.version)[0]
    expect(latest).toMatchObject({ status: 'complained', kind: 'test', failure: null, reference: order.reference })
    expect(new Set(told.map(({ version }) => version)).size).toBe(told.length)
  })
})

test('a mail of a sender that SES has not verified is no bounce: it is left to the next try', async () => {
  const order = mailOrder(of, `${randomUUID()}@example.org`)
  const mailer = mailerOf('Somebody <a@elsewhere.example>')
  await expect(sendMail({ ...mailDependencies(), mailer }, order, () => content)).rejects.toThrow()
  expect(await inboxOf(order.recipient)).toEqual([])
  await send(order)
  expect(await mailOf(table(), idOfOccasion(order))).toMatchObject({ failure: null })
  expect(await inboxOf(order.recipient)).toHaveLength(1)
})

test('an SMS is in the inbox, once for its cause', async () => {
  const recipient = `+3361${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
  const occasion = { cause: randomUUID(), recipient, kind: 'sign_in_code' }
  expect(await sendText(mailDependencies(), occasion, 'Votre code : 123456')).toBe('sent')
  await sendText(mailDependencies(), occasion, 'Votre code : 654321')
  expect(await inboxOf(recipient)).toMatchObject([{ kind: 'sms', from: 'Sealpost', text: 'Votre code : 123456' }])
})

test('the inbox shows people a page, and one of each message', async () => {
  const order = mailOrder(of, `${randomUUID()}@example.org`)
  await send(order)
  const [message] = await inboxOf(order.recipient)
  const headers = { accept: 'text/html' }
  for (const path of [`/?to=${order.recipient}`, `/messages/${message?.id}`]) {
    const page = await fetch(`${cloud().inboxUrl}${path}`, { headers })
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('À signer')
  }
  const one = await (await fetch(`${cloud().inboxUrl}/messages/${message?.id}`)).json()
  expect(one).toEqual(message)
})
