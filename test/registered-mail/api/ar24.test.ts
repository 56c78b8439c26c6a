import { describe, expect, it } from 'vitest'
import { contentKey, contents } from '../../../functions/registered-mail/model/content.ts'
import { markSubmission, readMark, submissionMarks } from '../../../functions/registered-mail/model/submission-mark.ts'
import { itemPollKey, itemPolls } from '../../../functions/registered-mail/model/vendor-poll.ts'
import { markLeaseMs } from '../../../functions/registered-mail/vendors/ar24/mark-lease.ts'
import { put } from '../../../infra/local/tenant.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import { sha256Of } from '../../../shared/store/documents.ts'
import { outboxEntries, outboxPartition } from '../../../shared/store/outbox-entry.ts'
import { getItem, queryPartition } from '../../../shared/store/table.ts'
import { contractPdf } from '../../browser/support/contract-pdf.ts'
import {
  type AtAr24,
  ar24Draft,
  connectAr24,
  sentByAr24,
  settleItemAgain,
  stateOfAr24,
  toAr24,
} from '../../support/ar24.ts'
import { type Answer, call, demand, download } from '../../support/client.ts'
import { command, onTestCloud } from '../../support/commands.ts'
import { auditLogOf, runSweep } from '../../support/inspection.ts'
import {
  attach,
  eventsOfMail,
  itemPath,
  mailWith,
  readMail,
  recipient,
  sendMail,
  simulate,
} from '../../support/registered-mails.ts'
import { past } from '../../support/signature.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { connectionsPath } from '../../support/vendors.ts'

const done = { batchItemFailures: [] }
const failed = { batchItemFailures: [{ itemIdentifier: 'message-1' }] }

type Mail = Answer['body']

/** The first item of a mail, once something is true of it. */
async function itemOnce(of: Tenant, { id }: Mail, what: string, isSo: (item: Mail) => boolean): Promise<Mail> {
  return await until(what, async () => {
    const [item] = (await readMail(of, id)).body.items
    return item !== undefined && isSo(item) && item
  })
}

/** A mail that AR24 has taken over. */
async function taken(of: Tenant, at: AtAr24, fields: object = {}) {
  const mail = await sentByAr24(of, at, fields)
  const item = await itemOnce(of, mail, 'the submission', ({ vendorItemId }) => vendorItemId !== null)
  return { mail, item, to: item.email, move: (state: string) => toAr24(at.token, 'act', { to: item.email, state }) }
}

/** Has the poller look at an item, as if 15 minutes had passed. */
async function poll({ mail, item }: { readonly mail: Mail; readonly item: Mail }): Promise<void> {
  const found = await getItem(table(), itemPollKey({ mailId: mail.id, itemId: item.id }))
  await put(table(), itemPolls, { ...fromItem(itemPolls, found ?? {}), dueAt: past })
  await runSweep()
}

describe.concurrent('a registered mail through AR24', () => {
  it.for([
    ['test', false],
    ['live', true],
  ] as const)(
    'of a %s organization goes from send to proof by webhooks, each of which comes twice',
    async ([, livemode]) => {
      const of = await tenant({ livemode })
      const at = await connectAr24(of, { delivery: 'twice' })
      const draft = await ar24Draft(of, at, { subject: 'Notice <1>' })
      const file = await contractPdf(1)
      demand(await attach(of, draft.id, file), 201)
      demand(await sendMail(of, draft.id), 200)
      const [{ email: to, id: itemId }] = draft.recipients
      const mail = await until('the mail at AR24', async () => (await stateOfAr24(at.token)).mails[0])
      expect(mail.fields).toMatchObject({
        to_email: to,
        dest_statut: 'particulier',
        eidas: '1',
        ref_client: `${itemId}-1`,
        content: '<h1>Notice &lt;1&gt;</h1><p>Hello</p>',
      })
      expect((await stateOfAr24(at.token)).files).toEqual([{ name: 'a.pdf', size: file.length }])

      for (const [state, status] of [
        ['dp', 'sent'],
        ['ev', 'deposited'],
        ['ar', 'delivered'],
      ] as const) {
        await toAr24(at.token, 'act', { to, state })
        await mailWith(of, draft.id, [status])
      }
      // Each is fetched by a message of its own, in any order.
      const item = await itemOnce(of, draft, 'the proofs', ({ proofs: { content, deposit, delivery } }) =>
        [content, deposit, delivery].every(({ available }) => available),
      )
      expect(item).toMatchObject({ vendorItemId: String(mail.id), attempt: 1 })
      for (const [kind, content] of [
        ['content', `content/${mail.id}`],
        ['deposit', `proof/ev-${mail.id}`],
        ['delivery', `proof/ar-${mail.id}`],
      ] as const) {
        const proof = await download(itemPath({ id: draft.id, items: [item] }, `/proofs/${kind}`), of.token)
        expect(Buffer.from(proof.bytes).toString()).toBe(`%PDF-1.7\n% ${content} for ${to}\n%%EOF\n`)
        expect(item.proofs[kind].sha256).toBe(sha256Of(proof.bytes))
      }
      const types = await until('all events', async () => {
        const found = (await eventsOfMail(draft.id)).map(({ type }) => type)
        return found.includes('registered_mail.delivered') && found
      })
      expect(types.toSorted()).toEqual([
        'registered_mail.delivered',
        'registered_mail.deposited',
        'registered_mail.sent',
      ])
      expect((await stateOfAr24(at.token)).mails).toHaveLength(1)
      // Nothing more is to be heard of it: the connection may go.
      expect(await settleItemAgain(draft.id, item.id)).toEqual(done)
      expect(await getItem(table(), itemPollKey({ mailId: draft.id, itemId: item.id }))).toBeNull()
      const deleted = await call('DELETE', connectionsPath(of, '/ar24'), { token: at.managerToken })
      expect(deleted.status).toBe(204)
    },
  )

  it('is followed by the poller where every webhook is lost, also past states that nobody told of', async () => {
    const of = await tenant()
    const at = await connectAr24(of, { delivery: 'lost', encrypts: 'result' })
    const sent = await taken(of, at, { type: 'simple' })
    const stored = fromItem(
      itemPolls,
      (await getItem(table(), itemPollKey({ mailId: sent.mail.id, itemId: sent.item.id }))) ?? {},
    )
    expect(Date.parse(stored.dueAt) - Date.parse(stored.since)).toBe(15 * 60_000)
    for (const state of ['dp', 'ev', 'rf']) await sent.move(state)
    await poll(sent)
    const item = await itemOnce(of, sent.mail, 'the refusal', ({ proofs }) => proofs.refusal.available)
    expect(item.timeline.map(({ status }: Mail) => status)).toEqual(['sending', 'sent', 'deposited', 'refused'])
    expect(item.timeline.map(({ source }: Mail) => source)).toEqual(['api', 'vendor', 'vendor', 'recipient'])
  })

  it.for([
    ['ng', ['dp', 'ev', 'ng'], 'neglected', 'negligence'],
    ['bc', ['dp', 'bc'], 'bounced', 'bounce'],
  ] as const)('ends as AR24 says: %s', async ([, states, status, proof]) => {
    const of = await tenant()
    const sent = await taken(of, await connectAr24(of), { type: 'simple' })
    for (const state of states) await sent.move(state)
    const item = await itemOnce(of, sent.mail, status, ({ proofs }) => proofs[proof].available)
    expect(item.status).toBe(status)
  })

  it('that AR24 could not send is retried as another attempt', async () => {
    const of = await tenant()
    const at = await connectAr24(of)
    const sent = await taken(of, at)
    await sent.move('send_fail')
    const item = await itemOnce(of, sent.mail, 'failed', ({ status }) => status === 'failed')
    expect(item).toMatchObject({ retryable: true, failureReason: { code: 'send_fail' } })
    const retried = await call('POST', itemPath(sent.mail, '/retry'), { token: of.token })
    demand(retried, 200)
    const again = await itemOnce(of, sent.mail, 'the second attempt', ({ vendorItemId }) => vendorItemId !== null)
    expect(again).toMatchObject({ status: 'sending', attempt: 2 })
    const references = (await stateOfAr24(at.token)).mails.map(({ fields }: Mail) => fields.ref_client)
    expect(references).toEqual([`${item.id}-2`, `${item.id}-1`])
    // The first attempt is over, whatever is heard of it.
    expect(await settleItemAgain(sent.mail.id, item.id)).toEqual(done)
    expect((await readMail(of, sent.mail.id)).body.items[0].status).toBe('sending')
  })

  it('is read again on request, and is not simulated', async () => {
    const of = await tenant()
    const at = await connectAr24(of, { delivery: 'lost' })
    const sent = await taken(of, at)
    for (const state of ['dp', 'ev']) await sent.move(state)
    await settleItemAgain(sent.mail.id, sent.item.id)
    await mailWith(of, sent.mail.id, ['deposited'])
    // The jobs that fetch proofs meet it, too.
    await toAr24(at.token, 'fault', { match: 'GET /api/mail', times: 4, as: 503 })
    const down = await call('POST', itemPath(sent.mail, '/refresh'), { token: of.token })
    expect(down).toMatchObject({
      status: 409,
      body: { error: { code: 'vendor_error', details: { vendor: 'ar24', retryable: true } } },
    })
    await toAr24(at.token, 'fault', null)
    await sent.move('ar')
    const refreshed = await call('POST', itemPath(sent.mail, '/refresh'), { token: of.token })
    expect(refreshed).toMatchObject({ status: 200, body: { status: 'delivered' } })
    for (const [rest, json] of [
      ['/progress', { to: 'failed' }],
      ['/recipient-updates', { firstName: 'Joan' }],
    ] as const)
      expect(await simulate(of, sent.mail, rest, json)).toMatchObject({
        status: 422,
        body: { error: { code: 'invalid_input' } },
      })
  })

  it.for(['cut', 'elsewhere'] as const)('stores no proof that is %s', async (proofs) => {
    const of = await tenant()
    const at = await connectAr24(of, { proofs })
    const sent = await taken(of, at)
    await sent.move('dp')
    await mailWith(of, sent.mail.id, ['sent'])
    // The job has tried by now, or tries now: both come to the same.
    const job = { mailId: sent.mail.id, itemId: sent.item.id, kind: 'content' }
    const { invoke, queued } = await import('../../support/inspection.ts')
    expect(await invoke('registered-mail-proofs', queued('registered_mail.proof_due', job))).toEqual(failed)
    expect((await readMail(of, sent.mail.id)).body.items[0].proofs.content.available).toBe(false)
    await toAr24(at.token, 'settings', { proofs: 'whole' })
    expect(await invoke('registered-mail-proofs', queued('registered_mail.proof_due', job))).toEqual(done)
  })
})

describe.concurrent('a webhook of AR24', () => {
  const hinted = async ({ org }: Tenant) => {
    const entries = recordsOf(outboxEntries, await queryPartition(table(), outboxPartition(org.id), ''))
    return entries.flatMap(({ jobs }) => jobs).filter(({ type }) => type === 'registered_mail.vendor_due').length
  }

  it('is about the mail of the organization whose address it comes to, and no other', async () => {
    const [of, other] = [await tenant(), await tenant()]
    const [at, elsewhere] = [await connectAr24(of), await connectAr24(other)]
    const { mail, item } = await taken(of, at)
    const post = async ({ webhookUrl }: AtAr24) =>
      (await fetch(`${webhookUrl}?mail=${mail.id}&item=${item.id}`, { method: 'POST' })).status
    const before = await hinted(of)
    expect(await post(elsewhere)).toBe(200)
    expect([await hinted(of), await hinted(other)]).toEqual([before, 0])
    expect(await post(at)).toBe(200)
    expect(await hinted(of)).toBe(before + 1)
  })
})

describe.concurrent('the submission to AR24', () => {
  it.for([
    ['an address that AR24 refuses', { recipients: [recipient('+refused')] }, 'recipient_refused'],
    ['a wrong secret of one-time passwords', {}, 'invalid_otp'],
  ] as const)('fails for good with %s, and can be retried', async ([what, fields, slug]) => {
    const of = await tenant()
    const at = await connectAr24(of)
    const draft = await ar24Draft(of, at, fields)
    if (what.startsWith('a wrong'))
      await toAr24(at.token, 'user', { email: draft.senderAccount.email, otpSecret: 'GEZDGNBVGY3TQOJQ' })
    demand(await sendMail(of, draft.id), 200)
    const item = await itemOnce(of, draft, 'failed', ({ status }) => status === 'failed')
    expect(item).toMatchObject({ retryable: true, failureReason: { code: 'vendor_refused' } })
    expect(item.failureReason.message).toContain(slug)
    expect((await stateOfAr24(at.token)).mails).toEqual([])
  })

  it.for([
    ['POST /api/user/auth_otp', 503],
    ['POST /api/mail', 'maintenance'],
    ['POST /api/mail', 'too_many_requests'],
  ] as const)('is tried again where AR24 did nothing: %s, %s', async ([match, as]) => {
    const of = await tenant()
    const at = await connectAr24(of)
    await toAr24(at.token, 'fault', { match, times: 1, as })
    const mail = await sentByAr24(of, at)
    const { body } = await readMail(of, mail.id)
    const itemId = body.items[0]?.id ?? mail.recipients[0].id
    await until('the first try', async () =>
      (await call('GET', connectionsPath(of), { token: at.managerToken })).body.results.some(
        ({ lastError }: Mail) => lastError !== null,
      ),
    )
    expect(await settleItemAgain(mail.id, itemId)).toEqual(done)
    await itemOnce(of, mail, 'the submission', ({ vendorItemId }) => vendorItemId !== null)
    expect((await stateOfAr24(at.token)).mails).toHaveLength(1)
  })

  it('is not made of another letter than the one that was sent', async () => {
    // Given a mail that AR24 could not take yet
    const of = await tenant()
    const at = await connectAr24(of)
    await toAr24(at.token, 'fault', { match: 'POST /api/user/auth_otp', times: 50, as: 503 })
    const mail = await sentByAr24(of, at)
    await until('the first try', async () =>
      (await call('GET', connectionsPath(of), { token: at.managerToken })).body.results.some(
        ({ lastError }: Mail) => lastError !== null,
      ),
    )
    const letter = fromItem(contents, (await getItem(table(), contentKey(mail.id))) ?? {})
    // When its letter is altered in the table
    await put(table(), contents, { ...letter, html: '<p>Something else</p>' })
    await toAr24(at.token, 'fault', null)
    // Then it does not leave us, until the letter is again the one that was sent
    const itemId = mail.recipients[0].id
    expect(await settleItemAgain(mail.id, itemId)).toEqual(failed)
    expect((await stateOfAr24(at.token)).mails).toEqual([])
    await put(table(), contents, letter)
    expect(await settleItemAgain(mail.id, itemId)).toEqual(done)
    expect((await stateOfAr24(at.token)).mails).toHaveLength(1)
  })

  /** A mail whose submission got lost between AR24 and us. */
  async function lost(settings: object) {
    const of = await tenant()
    const at = await connectAr24(of, settings)
    await toAr24(at.token, 'fault', { match: 'POST /api/mail', times: 1, as: 'lost' })
    const mail = await sentByAr24(of, at)
    const itemId = mail.recipients[0].id
    await until('the lost answer', async () => (await stateOfAr24(at.token)).mails.length === 1)
    const mark = { mailId: mail.id, itemId, attempt: 1 }
    const old = () => put(table(), submissionMarks, { ...mark, atMs: Date.now() - markLeaseMs - 1 })
    return { of, at, mail, itemId, old }
  }

  it('is marked by one job alone, of several that begin at once', async () => {
    const attempt = { mailId: systemIds(), id: systemIds(), attempt: 1 }
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map((atMs) => markSubmission({ table: table() }, attempt, atMs)),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    const first = outcomes.findIndex(({ status }) => status === 'fulfilled')
    expect(await readMark({ table: table() }, attempt)).toMatchObject({ atMs: first + 1 })
  })

  it('is found by its reference where the answer got lost', async () => {
    const { of, at, mail, itemId, old } = await lost({})
    // The job that sent it may still run.
    expect(await settleItemAgain(mail.id, itemId)).toEqual(failed)
    await old()
    expect(await settleItemAgain(mail.id, itemId)).toEqual(done)
    const item = await itemOnce(of, mail, 'the submission', ({ vendorItemId }) => vendorItemId !== null)
    const { mails } = await stateOfAr24(at.token)
    expect([mails.length, String(mails[0].id)]).toEqual([1, item.vendorItemId])
  })

  it('is never repeated by itself where AR24 does not tell whether it has it', async () => {
    const { of, at, mail, itemId, old } = await lost({ lists: false })
    await old()
    for (const _ of [1, 2, 3]) await settleItemAgain(mail.id, itemId)
    const [item] = (await readMail(of, mail.id)).body.items
    expect(item).toMatchObject({ status: 'sending', vendorItemId: null, attempt: 1 })
    expect((await stateOfAr24(at.token)).mails).toHaveLength(1)
    const retried = await call('POST', itemPath(mail, '/retry'), { token: of.token })
    expect(retried.body.error.code).toBe('registered_mail_item_not_retryable')
  })

  const tell = (words: string, { mail, itemId }: { mail: Mail; itemId: string }, ...more: string[]) =>
    command('operator', ['mail-item', words, '--mail', mail.id, '--item', itemId, ...more, onTestCloud()])

  it('is read at AR24 once an operator told its id there, and only as the mail that it is', async () => {
    const told = await lost({ lists: false })
    const { of, at, mail, itemId, old } = told
    const early = await tell('sent', told, '--vendor-id', '1')
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('Try again in')])
    await old()
    const [{ id: vendorId }] = (await stateOfAr24(at.token)).mails
    const other = await tell('sent', told, '--vendor-id', String(Number(vendorId) + 1))
    expect([other.code, other.told.outcome]).toEqual([0, `sent as ${Number(vendorId) + 1}`])
    await settleItemAgain(mail.id, itemId)
    expect((await readMail(of, mail.id)).body.items[0].status).toBe('sending')
    const right = await tell('sent', told, '--vendor-id', String(vendorId))
    expect([right.code, right.told]).toMatchObject([0, { vendor: 'ar24', reference: `${itemId}-1` }])
    await toAr24(at.token, 'act', { to: mail.recipients[0].email, state: 'ev' })
    await settleItemAgain(mail.id, itemId)
    await itemOnce(of, mail, 'the deposit', ({ status }) => status === 'deposited')
    expect((await stateOfAr24(at.token)).mails).toHaveLength(1)
    const late = await tell('sent', told, '--vendor-id', String(vendorId))
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('it is deposited')])
    const entries = (await auditLogOf(of.org.id)).filter(({ action }) => action === 'registered_mail.item_settled')
    expect(entries.map(({ actor, changes }) => [actor.type, changes[0]?.to])).toEqual([
      ['system', `sent as ${Number(vendorId) + 1}`],
      ['system', `sent as ${vendorId}`],
    ])
  })

  it('is handed over again once an operator told that AR24 does not have it', async () => {
    const told = await lost({ lists: false })
    const { of, at, mail, itemId, old } = told
    await old()
    const { code, told: output } = await tell('not-sent', told)
    expect([code, output.outcome]).toEqual([0, 'not sent, submitted again'])
    const item = await itemOnce(of, mail, 'the submission', ({ vendorItemId }) => vendorItemId !== null)
    const { mails } = await stateOfAr24(at.token)
    expect(mails.map(({ fields }: Mail) => fields.ref_client)).toEqual([`${itemId}-1`, `${itemId}-1`])
    // The newer of the two, which is the one that was handed over again.
    expect(item.vendorItemId).toBe(String(Math.max(...mails.map(({ id }: Mail) => id))))
    const again = await tell('not-sent', told)
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('Nothing is unknown')])
    const unknown = await tell('not-sent', { mail, itemId: mail.id })
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('There is no item')])
  })
})
