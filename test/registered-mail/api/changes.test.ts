import { beforeAll, describe, expect, it } from 'vitest'
import { queryPartition } from '../../../shared/store/table.ts'
import { call, demand, download } from '../../support/client.ts'
import { contactOf, deleteContact } from '../../support/contacts.ts'
import { onePage, signPdf } from '../../support/documents/signed-pdf.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  attach,
  draftOf,
  listMails,
  mailPath,
  postMail,
  readMail,
  readyOf,
  recipient,
  sendMail,
  sentTo,
} from '../../support/registered-mails.ts'
import { uploadOf } from '../../support/signature.ts'
import { postTask, taskOf } from '../../support/tasks.ts'
import { personOf, type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

let home: Tenant

beforeAll(async () => {
  home = await tenant()
})

const patch = (id: string, json: object) => call('PATCH', mailPath(id), { token: home.token, json })
const remove = (path: string) => call('DELETE', path, { token: home.token })
const cancel = (id: string) => call('POST', mailPath(id, '/cancel'), { token: home.token })

describe.concurrent('a draft', () => {
  it('stays in its entity', async () => {
    const { id } = await draftOf(home)
    expectRefused(await patch(id, { entityId: crypto.randomUUID() }), 'invalid_input')
    const { body } = await patch(id, { entityId: home.entity.id, subject: 'Other' })
    expect(body).toMatchObject({ subject: 'Other', entityId: home.entity.id })
  })

  it('keeps what a patch leaves out, and replaces lists', async () => {
    const draft = await draftOf(home, { reference: 'R-1', recipients: [recipient(), recipient()] })
    const [first] = draft.recipients
    const changed = await patch(draft.id, {
      subject: 'New',
      contentHtml: '<p>New</p>',
      recipients: [{ ...first, company: 'A' }],
    })
    expect(changed.body).toMatchObject({
      subject: 'New',
      reference: 'R-1',
      contentHtml: '<p>New</p>',
      version: 2,
      contentChanges: [],
    })
    expect(changed.body.recipients).toEqual([{ ...first, company: 'A' }])
    expect(changed.body.items).toHaveLength(1)
    const same = await patch(draft.id, { subject: 'New', recipients: changed.body.recipients })
    expect([same.status, same.body.version]).toEqual([200, 2])
    const cleared = await patch(draft.id, { subject: null, contentHtml: null, reference: '', recipients: null })
    expect(cleared.body).toMatchObject({
      subject: null,
      contentHtml: null,
      reference: null,
      recipients: [],
      version: 3,
    })
    expectRefused(await patch(draft.id, { subject: 'Late', version: 2 }), 'precondition_failed')
    expectRefused(
      await patch(draft.id, { recipients: [recipient('', { contactId: crypto.randomUUID() })] }),
      'invalid_contact',
    )
    expectRefused(await patch(draft.id, { contentHtml: `<p>${'x'.repeat(205_000)}</p>` }), 'invalid_input')
  })

  it('is canceled once, and then only deleted', async () => {
    const { id } = await readyOf(home)
    expect((await cancel(id)).body).toMatchObject({ status: 'canceled', progress: { draft: 1 } })
    expectRefused(await cancel(id), 'registered_mail_canceled')
    expectRefused(await patch(id, { subject: 'A' }), 'registered_mail_canceled')
    expectRefused(await sendMail(home, id), 'registered_mail_canceled')
    expectRefused(await attach(home, id, onePage()), 'registered_mail_canceled')
    const other = await draftOf(home)
    const attached = await attach(home, other.id, onePage())
    demand(attached, 201)
    demand(await cancel(other.id), 200)
    expectRefused(await remove(mailPath(other.id, `/attachments/${attached.body.id}`)), 'registered_mail_canceled')
    expect((await remove(mailPath(id))).status).toBe(204)
    expectRefused(await readMail(home, id), 'registered_mail_not_found')
  })

  it('has attachments, delivered byte for byte under the name of a PDF', async () => {
    const { id } = await readyOf(home)
    const bytes = await signPdf(onePage(), { subFilter: 'ETSI.CAdES.detached', sign: () => new Uint8Array(100) })
    const made = await attach(home, id, bytes, 'Bail\u202e signé.bat')
    expect(made.body).toMatchObject({ fileName: 'Bail signé.bat.pdf', size: bytes.length, pageCount: 1 })
    const path = mailPath(id, `/attachments/${made.body.id}`)
    const got = await download(path, home.token)
    expect(Buffer.from(got.bytes).equals(bytes)).toBe(true)
    expect(got.headers.get('content-disposition')).toContain("filename*=UTF-8''Bail%20sign%C3%A9.bat.pdf")
    const uploadId = await uploadOf(home, onePage())
    const uploaded = await call('POST', mailPath(id, '/attachments'), { token: home.token, json: { uploadId } })
    expect(uploaded.status).toBe(201)
    expect((await readMail(home, id)).body.attachments.map((each: { id: string }) => each.id)).toEqual([
      made.body.id,
      uploaded.body.id,
    ])
    expect((await remove(path)).status).toBe(204)
    expectRefused(await remove(path), 'registered_mail_attachment_not_found')
    expect((await download(path, home.token)).status).toBe(404)
  })

  it('refuses attachments that are no PDF, too many, or come after the send', async () => {
    const own = await tenant()
    const { id } = await readyOf(own)
    expectRefused(await attach(own, id, Buffer.from('hello')), 'invalid_pdf')
    expectRefused(await attach(own, id, Buffer.alloc(0)), 'file_required')
    const first = await attach(own, id, onePage())
    const one = { token: own.token, json: { registeredMail: { maxAttachments: 1 } } }
    demand(await call('PATCH', `/v1/nodes/${own.entity.id}/settings`, one), 200)
    const many = await attach(own, id, onePage())
    expectRefused(many, 'attachments_limit_exceeded')
    expect(many.body.error.details).toMatchObject({ maxCount: 1, maxFileBytes: 15_728_640, maxTotalBytes: 31_457_280 })
    const none = { token: own.token, json: { registeredMail: { maxAttachments: 0 } } }
    demand(await call('PATCH', `/v1/nodes/${own.entity.id}/settings`, none), 200)
    expectRefused(await sendMail(own, id), 'attachments_limit_exceeded')
    const back = { token: own.token, json: { registeredMail: { maxAttachments: null } } }
    demand(await call('PATCH', `/v1/nodes/${own.entity.id}/settings`, back), 200)
    demand(await sendMail(own, id), 200)
    expectRefused(await attach(own, id, onePage()), 'registered_mail_already_sent')
    expectRefused(
      await call('DELETE', mailPath(id, `/attachments/${first.body.id}`), { token: own.token }),
      'registered_mail_already_sent',
    )
  })
})

describe.concurrent('the contact of a recipient', () => {
  it('shows the mail in its activity, and leaves it when it is deleted, the copied name stays', async () => {
    const contact = await contactOf(home, { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' })
    const { id } = await sentTo(home, [], { recipients: [{ kind: 'individual', contactId: contact.id }] })
    const activity = await call('GET', `/v1/contacts/${contact.id}/activity`, { token: home.token })
    expect(JSON.stringify(activity.body.results)).toContain(id)
    expect((await listMails(home, { contactId: contact.id })).body.results).toHaveLength(1)
    await deleteContact(home, contact.id)
    const { body } = await until('the contact is gone from the mail', async () => {
      const read = await readMail(home, id)
      return read.body.recipients[0].contactId === null && read.body.items[0].contactId === null && read
    })
    expect(body.items[0]).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' })
  })

  it('is one of 50 that a draft links in two steps, and is forgotten with the draft', async () => {
    const own = await tenant()
    const ids: string[] = []
    for (let made = 0; made < 50; made++) ids.push((await contactOf(own)).id)
    const named = ids.map((contactId, n) => ({ kind: 'individual', contactId, email: `jane${n}@example.com` }))
    expectRefused(await postMail(own, { recipients: named }), 'invalid_input')
    const { id, recipients } = await draftOf(own, { recipients: named.slice(0, 40) })
    const json = { recipients: [...recipients, ...named.slice(40)] }
    const whole = await call('PATCH', mailPath(id), { token: own.token, json })
    expect(whole.body.recipients.map(({ contactId }: { contactId: string }) => contactId)).toEqual(ids)
    demand(await call('DELETE', mailPath(id), { token: own.token }), 204)
    const links = () => queryPartition(table(), `CONTACT#${ids[49]}`, 'LINK#')
    await until('the link is gone', async () => (await links()).length === 0)
  })

  it('becomes the one that it was merged into, and a private one is shown to its owner alone', async () => {
    const [source, target] = [await contactOf(home), await contactOf(home)]
    const { id } = await draftOf(home, { recipients: [{ kind: 'individual', contactId: source.id }] })
    const merged = { token: home.token, json: { sourceId: source.id } }
    demand(await call('POST', `/v1/contacts/${target.id}/merge`, merged), 200)
    await until('the mail follows', async () => (await readMail(home, id)).body.recipients[0].contactId === target.id)
    const own = await contactOf(home, { isPrivate: true })
    const hidden = await draftOf(home, { recipients: [recipient('', { contactId: own.id })] })
    expect(hidden.recipients[0].contactId).toBe(own.id)
    const colleague = await personOf(home, 'admin')
    expect((await readMail(colleague, hidden.id)).body.recipients[0].contactId).toBeNull()
    const [{ contactId: _, ...seen }] = (await readMail(colleague, hidden.id)).body.recipients
    const json = { recipients: [{ ...seen, company: 'A' }] }
    demand(await call('PATCH', mailPath(hidden.id), { token: colleague.token, json }), 200)
    expect((await readMail(home, hidden.id)).body.recipients[0]).toMatchObject({ contactId: own.id, company: 'A' })
  })
})

it('can be linked by a task, which shows its subject and status', async () => {
  const { id } = await draftOf(home, { subject: 'Notice' })
  const links = [{ type: 'registered_mail', id }]
  const task = await taskOf(home, { links })
  expect(task.links).toEqual([{ ...links[0], title: 'Notice', status: 'draft' }])
  expectRefused(await postTask(home, { links: [{ type: 'signature_request', id }] }), 'invalid_reference')
})

describe.concurrent('the list of registered mails', () => {
  it('filters by what mails and their recipients are', async () => {
    const own = await tenant()
    const plain = await draftOf(own, { subject: 'Plain', clientReference: 'C-1', type: 'qualified' })
    const sent = await sentTo(own, ['+refuse'], { subject: 'Été', reference: 'R-9' })
    const found = async (filters: Record<string, string | undefined>) =>
      (await listMails(own, JSON.parse(JSON.stringify(filters)))).body.results.map(({ id }: { id: string }) => id)
    await until('the list follows', async () => (await found({ itemStatus: 'refused' })).length === 1)
    expect(await found({})).toEqual([sent.id, plain.id])
    const [{ email }] = sent.recipients
    const now = new Date(Date.now() + 60_000).toISOString()
    for (const filters of [
      ...[{ q: 'ete' }, { reference: 'R-9' }, { status: 'completed' }, { recipientEmail: email.toUpperCase() }],
      ...[{ senderAccountId: sent.senderAccountId }, { sentFrom: sent.sentAt }, { sentTo: now, type: 'simple' }],
    ])
      expect(await found(filters), JSON.stringify(filters)).toEqual([sent.id])
    for (const filters of [{ q: 'plain doe' }, { clientReference: 'C-1' }, { type: 'qualified' }, { status: 'draft' }])
      expect(await found(filters), JSON.stringify(filters)).toEqual([plain.id])
    expect(await found({ createdByMe: 'true' })).toHaveLength(2)
    expect(await found({ createdFrom: now })).toEqual([])
    const [first] = [await listMails(own, { pageSize: '1' })]
    expect(first.body.results.map(({ id }: { id: string }) => id)).toEqual([sent.id])
    expect(first.body.results[0]).not.toHaveProperty('contentHtml')
    const pageToken = first.body.nextPageToken
    expect((await listMails(own, { pageSize: '1', pageToken })).body.results[0].id).toBe(plain.id)
    expectRefused(await listMails(own, { pageSize: '1', pageToken: 'x' }), 'invalid_page_token')
    expectRefused(await listMails(own, { pageSize: '0' }), 'invalid_input')
  })
})
