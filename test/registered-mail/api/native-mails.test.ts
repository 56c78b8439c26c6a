import { describe, expect, it } from 'vitest'
import { call, demand, download } from '../../support/client.ts'
import { confirmMailbox, LinkVisitor, mailedLink } from '../../support/link-pages.ts'
import { inboxOf } from '../../support/mail.ts'
import { stepsOfItem } from '../../support/native-mails.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  attach,
  eventsOfMail,
  mailPath,
  mailWith,
  readyOf,
  recipient,
  sendMail,
} from '../../support/registered-mails.ts'
import { senderEmail, senderOf, senderPath } from '../../support/sender-accounts.ts'
import { contract } from '../../support/signature.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

/** A sender account whose owner has confirmed it on our page. */
async function confirmedSender(of: Tenant): Promise<string> {
  const email = senderEmail()
  const { id } = await senderOf(of, { email, vendor: 'native' })
  await confirmMailbox(new LinkVisitor(await mailedLink(email)), email)
  const { body } = await call('GET', senderPath(id), { token: of.token })
  expect(body.status).toBe('verified')
  return id
}

async function visit(email: string): Promise<LinkVisitor> {
  const visitor = new LinkVisitor(await mailedLink(email))
  await confirmMailbox(visitor, email)
  return visitor
}

const named = (recipients: readonly { email?: unknown }[]) => recipients.map(({ email }) => String(email))

describe('a mail by our own vendor', () => {
  it('goes from the notice to the last proof: one accepts, one refuses, one address bounces', async () => {
    const of = await tenant({ livemode: true })
    const unknown = `bounce+${crypto.randomUUID()}@simulator.amazonses.com`
    const recipients = [recipient(), recipient('', { locale: 'de-CH' }), recipient('', { email: unknown })]
    const [accepting = '', refusing = ''] = named(recipients)
    const follower = senderEmail()
    const senderAccountId = await confirmedSender(of)
    const draft = { senderAccountId, recipients, followers: [{ email: follower }], subject: 'Notice of rent' }
    const { id } = await readyOf(of, { contentHtml: '<p>The rent changes.</p>', ...draft })
    demand(await attach(of, id, await contract(), 'Lease 2026.pdf'), 201)
    demand(await sendMail(of, id), 200)
    const notified = await mailWith(of, id, ['deposited', 'deposited', 'bounced'])
    const [first] = notified.items
    expect((await inboxOf(refusing))[0]?.text).toContain('Sie können es bis')
    expect(first.timeline.map(({ status }: { status: string }) => status)).toEqual(['sending', 'sent', 'deposited'])
    expect(first.acceptanceDeadline > first.notifiedAt).toBe(true)
    const [notice] = await inboxOf(accepting)
    expect(`${notice?.subject} ${notice?.from} ${notice?.text}`).not.toMatch(/Acme|Notice of rent|Test organization/)
    const until15Days = { dateStyle: 'full', timeZone: 'Europe/Paris' } as const
    const lastDay = new Intl.DateTimeFormat('en-GB', until15Days).format(new Date(first.acceptanceDeadline))
    expect(notice?.text).toContain(`You can accept or refuse it until ${lastDay} at 23:59 (Paris time)`)
    expect(notice?.text).toContain('If you do neither by then, the mail counts as not claimed')
    const delivered = (await stepsOfItem({ mailId: id, id: first.id })).find(({ type }) => type === 'email_delivered')
    expect(delivered?.detail).toMatchObject({ to: accepting, serverAnswer: '250 2.0.0 OK' })

    const visitor = await visit(accepting)
    const page = await visitor.press('accept')
    expect(page.text).toContain('The rent changes.')
    const attachmentPath = /href="[\w-]+(\/attachments\/[0-9a-f-]+)"/.exec(page.text)?.[1] ?? ''
    expect((await visitor.open(attachmentPath)).status).toBe(200)
    await (await visit(refusing)).press('refuse', { final: 'yes', reason: 'Not mine' })

    const ended = await mailWith(of, id, ['delivered', 'refused', 'bounced'])
    expect(ended).toMatchObject({
      status: 'partially_failed',
      items: [{}, {}, { failureReason: { code: 'undeliverable' } }],
    })
    const events = await until('all events', async () => {
      const found = (await eventsOfMail(id)).map(({ type }) => type).toSorted()
      return found.length === 8 && found
    })
    expect(events).toEqual([
      ...['registered_mail.delivered', 'registered_mail.deposited', 'registered_mail.deposited'],
      ...['registered_mail.failed', 'registered_mail.refused', 'registered_mail.sent', 'registered_mail.sent'],
      'registered_mail.sent',
    ])
    const proof = await download(mailPath(id, `/items/${first.id}/proofs/delivery`), of.token)
    expect(Buffer.from(proof.bytes).subarray(0, 5).toString()).toBe('%PDF-')
    expect((await visitor.open()).text).toContain('Proof of delivery (PDF)')
    expect((await visitor.open('/proof')).status).toBe(200)

    const mails = await until('an e-mail to the follower for each outcome', async () => {
      const found = await inboxOf(follower)
      return found.length === 3 && found
    })
    for (const outcome of ['Mail accepted', 'Mail refused', 'Mail undeliverable'])
      expect(mails.filter(({ subject }) => subject.includes(outcome))).toHaveLength(1)
    const accepted = mails.find(({ subject }) => subject.includes('Mail accepted'))
    const link = /https?:\/\/\S+\/p\/[\w-]{43}/.exec(accepted?.text ?? '')?.[0] ?? ''
    const followed = new LinkVisitor(link)
    expect((await followed.open()).text).toContain('SHA-256')
    expect((await followed.open('/delivery')).status).toBe(200)
    expectRefused(await call('GET', `${link.slice(link.indexOf('/p/'))}/refusal`), 'not_found')
  }, 120_000)

  it('notifies a changed address anew, with a deadline of its own', async () => {
    const of = await tenant()
    const to = recipient()
    const { id } = await readyOf(of, { senderAccountId: await confirmedSender(of), recipients: [to] })
    demand(await sendMail(of, id), 200)
    const before = await mailWith(of, id, ['deposited'])
    const [item] = before.items
    const old = await visit(String(to.email))
    const email = senderEmail()
    const path = mailPath(id, `/items/${item.id}/recipient-updates`)
    const asked = await call('POST', path.replace('/v1', '/v1/test'), { token: of.token, json: { email } })
    demand(asked, 201)
    const [update] = asked.body.recipientUpdates ?? asked.body.items?.[0].recipientUpdates ?? []
    demand(await call('POST', `${path}/${update.id}`, { token: of.token, json: { accept: true } }), 200)
    const after = await until('the new notice', async () => {
      const { items } = (await call('GET', mailPath(id), { token: of.token })).body
      return items[0].notifiedAt > item.notifiedAt && items[0]
    })
    expect(after).toMatchObject({ email, status: 'deposited' })
    expect(after.acceptanceDeadline >= item.acceptanceDeadline).toBe(true)
    const notes = after.timeline.flatMap(({ detail }: { detail: Record<string, unknown> | null }) => detail ?? [])
    expect(notes).toContainEqual(expect.objectContaining({ previousDeadline: item.acceptanceDeadline }))
    expect((await old.open()).text).toContain('This link cannot be used')
    await (await visit(email)).press('accept')
    await mailWith(of, id, ['delivered'])
  }, 120_000)
})
