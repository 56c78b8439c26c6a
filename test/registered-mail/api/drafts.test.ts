import { beforeAll, describe, expect, it } from 'vitest'
import { contactOf } from '../../support/contacts.ts'
import { expectRefused } from '../../support/refused.ts'
import { draftOf, postMail, readMail, recipient } from '../../support/registered-mails.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'

let home: Tenant

beforeAll(async () => {
  home = await tenant()
})

describe.concurrent('a draft of a registered mail', () => {
  it('is created with a sanitized letter, and read', async () => {
    const contentHtml = '<h1>Notice</h1><script>alert(1)</script><p onclick="x">Hello</p>'
    const made = await postMail(home, { contentHtml, subject: ' Notice ', reference: 'R-1' })
    expect([made.status, made.headers.get('etag')]).toEqual([201, 'W/"1"'])
    const { contentChanges, ...mail } = made.body
    expect(mail).toMatchObject({
      entityId: home.entity.id,
      type: 'simple',
      subject: 'Notice',
      reference: 'R-1',
      contentHtml: '<h1>Notice</h1><p>Hello</p>',
      status: 'draft',
      progress: { total: 1, draft: 1, sending: 0 },
      items: [{ id: mail.recipients[0].id, status: 'draft', timeline: [], proofs: { deposit: { available: false } } }],
      attachments: [],
      version: 1,
    })
    expect(contentChanges).toEqual([
      { kind: 'element', name: 'script', count: 1 },
      { kind: 'attribute', name: 'onclick', count: 1 },
    ])
    expect((await readMail(home, mail.id)).body).toEqual(mail)
  })

  it('can be incomplete', async () => {
    const made = await postMail(home, { subject: '', contentHtml: null, recipients: [{ kind: 'professional' }] })
    expect(made.body).toMatchObject({ subject: null, contentHtml: null, recipients: [{ email: null, company: null }] })
  })

  it('copies what a contact has', async () => {
    const contact = await contactOf(home, { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' })
    const { recipients } = await draftOf(home, { recipients: [{ kind: 'individual', contactId: contact.id }] })
    expect(recipients).toMatchObject([
      { contactId: contact.id, firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
    ])
  })

  it('refuses contacts of nobody, and letters that are too long or unclear', async () => {
    const stranger = recipient('', { contactId: crypto.randomUUID() })
    expectRefused(await postMail(home, { recipients: [stranger] }), 'invalid_contact')
    const long = await postMail(home, { contentHtml: `<p>${'x'.repeat(205_000)}</p>` })
    expect([long.status, long.body.error.code, long.body.error.details.reason]).toEqual([
      422,
      'invalid_input',
      'too_long',
    ])
  })
})
