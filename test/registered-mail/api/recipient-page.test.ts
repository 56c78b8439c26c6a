import { beforeAll, describe, expect, it } from 'vitest'
import { hearOfMail } from '../../../functions/registered-mail/emails/hear-of-mail.ts'
import { writeToFollowers } from '../../../functions/registered-mail/emails/write-to-followers.ts'
import { acceptanceDeadline } from '../../../functions/registered-mail/model/acceptance-deadline.ts'
import type { Item } from '../../../functions/registered-mail/model/item.ts'
import { addressHash } from '../../../functions/registered-mail/model/page-link.ts'
import { put } from '../../../infra/local/tenant.ts'
import { mails } from '../../../shared/mail/mail.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { call } from '../../support/client.ts'
import { cloud } from '../../support/cloud.ts'
import { busEventsWith, runSweep } from '../../support/inspection.ts'
import {
  confirmMailbox,
  formOf,
  LinkVisitor,
  mailedLink,
  mailedPageCode,
  unknownLink,
} from '../../support/link-pages.ts'
import { inboxOf } from '../../support/mail.ts'
import {
  alterItem,
  alterRecipientCode,
  notifiedItem,
  recipientPathOf,
  stepsOfItem,
  storedItem,
  storeProofs,
} from '../../support/native-mails.ts'
import { pageMailDependencies, pagePathOf } from '../../support/page-links.ts'
import { expectRefused } from '../../support/refused.ts'
import { senderEmail } from '../../support/sender-accounts.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

let home: Tenant

beforeAll(async () => {
  home = await tenant()
})

async function visitorOf(item: Item, language?: string): Promise<LinkVisitor> {
  return new LinkVisitor(`${cloud().baseUrl}${await recipientPathOf(item)}`, language)
}

/** The steps of an item since it was stored as notified. */
const typesOf = async (item: Item) => (await stepsOfItem(item)).slice(item.chain.length).map(({ type }) => type)
const hidden = ['Acme Homes', 'office@example.com', 'Notice of rent', 'The rent changes', 'R-7', 'Test organization']
const letter = { subject: 'Notice of rent', contentHtml: '<p>The rent <strong>changes</strong>.</p>' }

async function eventsOf(item: Item, type: string) {
  return (await busEventsWith('itemId', item.id)).filter((event) => event.type === type)
}

/** What a follower of a mail can open, by the link that is theirs. */
async function followedBy(email: string, item: Item) {
  const target = { page: 'follower' as const, mailId: item.mailId, itemId: item.id, follower: addressHash(email) }
  const path = await pagePathOf(target, item)
  const [page, content] = [await call('GET', path), await call('GET', `${path}/content`)]
  return { text: page.text, content: content.status }
}

describe.concurrent('the page of a follower', () => {
  it('gives the letter only after the mail was accepted', async () => {
    const item = await storeProofs(await notifiedItem(home, {}, letter))
    const before = await followedBy('colleague@example.com', item)
    expect(before.text).toContain('Notice of rent')
    expect(before.text).not.toContain('/content')
    expect(before.content).toBe(404)
    await alterItem(item, { status: 'refused' })
    expect((await followedBy('colleague@example.com', item)).content).toBe(404)
    await alterItem(item, { status: 'delivered' })
    const after = await followedBy('colleague@example.com', item)
    expect([after.content, after.text.includes('/content')]).toEqual([200, true])
  })

  it('neither opens for a recipient whose address was changed to that of a follower, nor is mailed to them', async () => {
    const [late, other] = [senderEmail(), senderEmail()]
    const draft = { ...letter, followers: [{ email: late }, { email: other }] }
    const item = await storeProofs(await notifiedItem(home, {}, draft))
    await alterItem(item, { email: late.toUpperCase(), status: 'delivered' })
    const seen = await followedBy(late, item)
    expect(seen.text).toContain('This link cannot be used')
    expect([seen.text.includes('Notice of rent'), seen.content]).toEqual([false, 404])
    const issued = { mailId: item.mailId, itemId: item.id, kind: 'delivery' as const }
    const dependencies = { ...pageMailDependencies(), pageUrl: cloud().baseUrl }
    await writeToFollowers(dependencies, issued, crypto.randomUUID())
    const [told, ...more] = await inboxOf(other)
    expect(more).toEqual([])
    expect(told?.subject).toContain(
      `Envoi accepté / Mail accepted: Jane Doe, Notice of rent (n° …${item.id.slice(-6)})`,
    )
    expect(await inboxOf(late)).toEqual([])
    // The deposit is no outcome: its proof comes with that of the outcome.
    await writeToFollowers(dependencies, { ...issued, kind: 'deposit' }, crypto.randomUUID())
    expect(await inboxOf(other)).toHaveLength(1)
  })
})

describe.concurrent('the language of the page of a recipient', () => {
  it.each([
    [null, undefined, 'fr', 'Un envoi recommandé vous attend'],
    [null, 'pt', 'pt', 'Tem um envio registado à espera'],
    ['de', undefined, 'de', 'Ein Einschreiben wartet auf Sie'],
    ['ja', undefined, 'fr', 'Un envoi recommandé vous attend'],
    ['de', 'pl', 'pl', 'Przesyłka polecona czeka na odbiór'],
  ] as const)('for %s, and %s chosen on the page, is %s', async (locale, chosen, shown, heading) => {
    const item = await notifiedItem(home, {}, letter)
    await alterItem(item, { locale })
    const visitor = await visitorOf(item, 'fr-CA')
    const { text } = await visitor.open(chosen ? `?locale=${chosen}` : '')
    expect(text).toContain(`<html lang="${shown}">`)
    expect(text).toContain(heading)
  })
})

describe.concurrent('the page of a recipient', () => {
  it('says neither who sent the mail nor what it says, before it is accepted', async () => {
    const item = await notifiedItem(home, {}, letter)
    const visitor = await visitorOf(item)
    const pages = [await visitor.open(), await confirmMailbox(visitor, item.email)]
    for (const { status, text, headers } of pages) {
      expect(status).toBe(200)
      expect(hidden.filter((each) => text.includes(each))).toEqual([])
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
    expect(pages[0]?.text).toContain('It is addressed to Jane Doe.')
    expect(pages[1]?.text).toContain('If you refuse, the sender gets a proof of your refusal')
    expect(await typesOf(item)).toEqual(['opened', 'otp_sent', 'otp_verified'])
  })

  it('hands over the mail when it is accepted, once', async () => {
    const item = await notifiedItem(home, {}, letter)
    const visitor = await visitorOf(item)
    const asked = await confirmMailbox(visitor, item.email)
    const form = formOf(asked.text, 'accept')
    const [page] = await Promise.all([visitor.send(form), visitor.send(form)])
    for (const shown of ['Acme Homes', 'Notice of rent', 'The rent <strong>changes</strong>.', 'is being sealed'])
      expect(page?.text).toContain(shown)
    expect(await storedItem(item)).toMatchObject({ status: 'delivered' })
    expect((await typesOf(item)).filter((type) => type === 'delivered')).toHaveLength(1)
    const { text } = await visitor.send({ ...formOf(asked.text, 'refuse'), final: 'yes' })
    expect(text).toContain('You accepted this registered mail')
    expect((await typesOf(item)).filter((type) => type === 'displayed')).toHaveLength(1)
    await storeProofs(item)
    expect((await visitor.open()).text).toContain('Proof of delivery (PDF)')
    expect(await visitor.open('/content')).toMatchObject({ status: 200, text: 'a sealed PDF' })
    expect(await visitor.open('/proof')).toMatchObject({ status: 200, text: 'a sealed PDF' })
    await visitor.open('/content')
    expect((await typesOf(item)).filter((type) => type === 'downloaded')).toHaveLength(1)
    expect((await storedItem(item)).downloadedAt).not.toBeNull()
  })

  it('asks for a code again in another browser, before it shows an accepted mail', async () => {
    const item = await notifiedItem(home, {}, letter)
    const first = await visitorOf(item)
    await confirmMailbox(first, item.email)
    await first.press('accept')
    const second = await visitorOf(item)
    const { text } = await second.open()
    expect(text).toContain('confirm your mailbox again')
    expect(hidden.filter((each) => text.includes(each))).toEqual([])
    const path = await recipientPathOf(item)
    expectRefused(await call('GET', `${path}/content`), 'not_found')
    expectRefused(await call('GET', `${path}/proof`), 'not_found')
    expectRefused(await call('GET', `${path}/attachments/${crypto.randomUUID()}`), 'not_found')
    expect((await confirmMailbox(second, item.email, 2)).text).toContain('The rent')
  })

  it('takes a refusal with its reason, and opens the mail no more', async () => {
    const item = await notifiedItem(home, {}, letter)
    const visitor = await visitorOf(item)
    const asked = await confirmMailbox(visitor, item.email)
    const form = { ...formOf(asked.text, 'refuse'), reason: ' Not \u202efor\u0007 me\u200f ' }
    const unticked = await visitor.send(form)
    expect(unticked.status).toBe(422)
    expect(unticked.text).toContain('Tick the box to confirm that you refuse it for good.')
    expect(unticked.text).toContain('>Not for me</textarea>')
    expect(await storedItem(item)).toMatchObject({ status: 'deposited' })
    const { text } = await visitor.send({ ...form, final: 'yes' })
    expect(text).toContain('You refused this registered mail')
    expect(hidden.filter((each) => text.includes(each))).toEqual([])
    expect(await storedItem(item)).toMatchObject({ status: 'refused' })
    const steps = await stepsOfItem(item)
    const refused = steps.find(({ type }) => type === 'refused')
    expect(refused).toMatchObject({ actor: { type: 'recipient', name: 'Jane Doe' }, detail: { reason: 'Not for me' } })
    expect(refused?.ip).not.toBeNull()
    await visitor.send(formOf(asked.text, 'accept'))
    expect(await storedItem(item)).toMatchObject({ status: 'refused' })
    await until('the event', async () => (await eventsOf(item, 'registered_mail.refused')).length === 1)
  })

  it.each(['accept', 'refuse'])(
    'says that nothing was noted where the proof of the mailbox is over: %s',
    async (choice) => {
      const item = await notifiedItem(home, {}, letter)
      const visitor = await visitorOf(item)
      const asked = await confirmMailbox(visitor, item.email)
      await alterRecipientCode(item, { proof: null })
      const form = { ...formOf(asked.text, choice), reason: 'Not <for> me', final: 'yes' }
      const answer = await visitor.send(form)
      expect(answer.status).toBe(422)
      expect(answer.text).toContain('Your choice was not noted')
      if (choice === 'refuse') expect(answer.text).toContain('<blockquote>Not &lt;for&gt; me</blockquote>')
      expect(await storedItem(item)).toMatchObject({ status: 'deposited' })
      const again = await confirmMailbox(visitor, item.email, 2)
      await visitor.send({ ...form, ...formOf(again.text, choice) })
      expect(await storedItem(item)).toMatchObject({ status: choice === 'accept' ? 'delivered' : 'refused' })
    },
  )

  it('accepts nothing without a code, without its own form, or after the deadline', async () => {
    const item = await notifiedItem(home, {}, letter)
    const path = await recipientPathOf(item)
    const stranger = await visitorOf(item)
    const { secret = '' } = formOf((await stranger.open()).text, 'send-code')
    await stranger.send({ secret, action: 'accept' })
    expect(await storedItem(item)).toMatchObject({ status: 'deposited' })
    expectRefused(await call('POST', path, { body: 'action=accept' }), 'forbidden')
    const visitor = await visitorOf(item)
    await confirmMailbox(visitor, item.email)
    await alterItem(item, { acceptanceDeadline: timestamp(Date.now() - 1000) })
    expect((await visitor.send({ secret, action: 'accept' })).text).toContain('The time to accept')
    expect(await storedItem(item)).toMatchObject({ status: 'deposited' })
  })

  it('is what a reminder leads to; after the deadline the sweep neglects the mail', async () => {
    const notifiedAt = timestamp(Date.now() - 3 * dayMs)
    const item = await notifiedItem(home, { notifiedAt, dueAt: timestamp(Date.now() - 1000) })
    await runSweep()
    const link = await mailedLink(item.email)
    expect((await storedItem(item)).remindersSent).toBe(1)
    expect((await new LinkVisitor(link).open()).text).toContain('A registered mail is waiting for you')
    // News of the reminder comes by itself, and is not to come between what the test alters.
    await until('the delivery of the reminder', async () => (await typesOf(item)).includes('email_delivered'))
    const over = timestamp(Date.now() - 1000)
    await alterItem(item, { acceptanceDeadline: over, dueAt: over })
    await runSweep()
    expect(await storedItem(item)).toMatchObject({ status: 'neglected', dueAt: null })
    await until('the event', async () => (await eventsOf(item, 'registered_mail.neglected')).length === 1)
    expect((await new LinkVisitor(link).open()).text).toContain('It can no longer be opened')
    // News of a mail comes in any order, and what is older than the last is left out.
    expect((await typesOf(item))[0]).toBe('reminded')
    expect((await inboxOf(item.email)).length).toBe(1)
  })

  it('counts wrong codes, and notes them', async () => {
    const item = await notifiedItem(home)
    const visitor = await visitorOf(item)
    await visitor.press('send-code')
    const code = await mailedPageCode(item.email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect(await visitor.press('prove-code', { code: wrong })).toMatchObject({ status: 422 })
    expect((await visitor.press('prove-code', { code: wrong })).text).toContain('You have 3 more tries')
    expect((await visitor.press('prove-code', { code })).text).toContain('Accept the registered mail')
    const types = await typesOf(item)
    expect(types).toEqual(['opened', 'otp_sent', 'otp_failed', 'otp_failed', 'otp_verified'])
  })

  it('takes no code for a day after 20 wrong ones, says until when, and works again afterwards', async () => {
    const item = await notifiedItem(home)
    const visitor = await visitorOf(item)
    await visitor.press('send-code')
    const code = await mailedPageCode(item.email)
    await alterRecipientCode(item, { wrongCodes: 19, firstWrongAtMs: Date.now() - dayMs + 60_000 })
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const asked = await visitor.open()
    await visitor.press('prove-code', { code: wrong })
    const { text } = await visitor.send({ ...formOf(asked.text, 'prove-code'), code })
    expect(text).toMatch(/20 wrong codes were entered for this link. You can request a new code on .+ \(Paris time\)/)
    expect(text).not.toContain('value="send-code"')
    await alterRecipientCode(item, { firstWrongAtMs: Date.now() - dayMs })
    expect((await confirmMailbox(visitor, item.email, 2)).text).toContain('Accept the registered mail')
  })

  it('speaks French to French browsers, and has no word that only qualified mail may use', async () => {
    const item = await notifiedItem(home)
    const { text } = await (await visitorOf(item, 'fr-FR,fr;q=0.9')).open()
    expect(text).toContain('Un envoi recommandé vous attend')
    expect(text).not.toMatch(/lettre recommandée|\bLRE\b/i)
  })

  it('has a new deadline once the notice to a changed address is heard of, in whatever order', async () => {
    const at = timestamp(Date.now())
    const fields = { firstName: null, lastName: null, company: null, email: senderEmail() }
    const answer = { status: 'accepted' as const, requestedAt: at, answeredAt: at, answeredBy: null }
    const recipientUpdates = [{ id: crypto.randomUUID(), ...answer, ...fields }]
    const item = await notifiedItem(home, { email: fields.email, recipientUpdates })
    await alterItem(item, { notifiedAt: null, acceptanceDeadline: null })
    const { orgId, livemode, mailId: id } = item
    const reference = { orgId, livemode, resource: { type: 'registered_mail', id }, recipientId: item.id }
    const news = { status: 'delivered' as const, failure: null, version: 3 }
    const about = { kind: 'registered_mail_notice', reference, ...news }
    const email = { id: crypto.randomUUID(), recipient: fields.email, ...about, claim: null, sesMessageId: 'id' }
    await put(table(), mails, { ...email, createdAt: at, changedAt: at })
    await hearOfMail(pageMailDependencies(), { mailId: email.id, at, ...about })
    expect(await storedItem(item)).toMatchObject({ notifiedAt: at, acceptanceDeadline: acceptanceDeadline(at) })
  })

  it('opens nothing by an unknown link, nor by that of an earlier notice', async () => {
    expect((await new LinkVisitor(unknownLink('r')).open()).text).toContain('This link cannot be used')
    const item = await notifiedItem(home)
    const visitor = await visitorOf(item)
    const update = {
      id: crypto.randomUUID(),
      status: 'accepted' as const,
      requestedAt: timestamp(Date.now()),
      firstName: null,
      lastName: null,
      company: null,
      email: 'new@example.com',
      answeredAt: timestamp(Date.now()),
      answeredBy: null,
    }
    await alterItem(item, { email: 'new@example.com', recipientUpdates: [update] })
    expect((await visitor.open()).text).toContain('This link cannot be used')
  })
})
