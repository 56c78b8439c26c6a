import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '../../../shared/store/table.ts'
import { keyFor, type Manager } from '../../support/api-keys.ts'
import { connectedApp, consentBody, consented } from '../../support/applications.ts'
import { call, demand } from '../../support/client.ts'
import { contactOf } from '../../support/contacts.ts'
import { originalsOf, sealedFilesOf } from '../../support/inspection.ts'
import { ownerPathOf } from '../../support/page-links.ts'
import { attach, mailWith, readyOf, recipient, sentTo } from '../../support/registered-mails.ts'
import { senderOf } from '../../support/sender-accounts.ts'
import { completed, contract, create, settled, uploadOf } from '../../support/signature.ts'
import { listOf, roleOf } from '../../support/structure.ts'
import { taskOf } from '../../support/tasks.ts'
import type { Tenant } from '../../support/tenant.ts'
import { liveWithTestMode, resetTestMode, settledMs, steps, untilLookedThrough } from '../../support/test-mode.ts'
import { connectYousign, vendorDraft } from '../../support/vendors.ts'
import { deliveriesIn, hookFor, onHook, type Receiver, receiver } from '../../support/webhooks.ts'
import { itemsNaming } from '../../support/whole-table.ts'

let hooks: Receiver
beforeAll(async () => {
  hooks = await receiver()
})
afterAll(() => hooks.close())

/** What is still there: the tree, roles, keys, webhooks, grants and settings, and what expires by itself within a day. */
const kept = [
  ...['api_key', 'api_key_name', 'client', 'consent_code', 'grant', 'membership', 'node', 'occupancy', 'role'],
  ...['role_key', 'role_name', 'settings', 'standing_grant', 'test_activity', 'test_mode', 'upload'],
  ...['vendor_connections', 'webhook', 'webhook_register'],
]
/** Today's e-mails are counted, if those to the follower went out by then. */
const countsOfDay = ['test_emails', 'window_count']
const lost = [
  ...['audit_chain', 'contact', 'contact_term', 'delivery', 'journal', 'signature_request'],
  ...['registered_mail', 'registered_mail_item', 'registered_mail_link', 'registered_mail_step'],
  ...['retention_look', 'sender_account', 'sender_email', 'task', 'task_list_entry', 'vendor_poll'],
]
const typesOf = (items: readonly Item[]) => [...new Set(items.map(({ type }) => String(type)))].sort()

/** One of everything that can be made in a test organization; gives the ids. */
async function used(test: Tenant, person: Manager, webhookId: string): Promise<string[]> {
  const tags = ['zebra']
  const contact = await contactOf(test, { tags })
  const [request, sealed] = [await create(test), await completed(test)]
  await connectYousign(test, 'lost', person.token)
  const atVendor = await create(test, vendorDraft())
  await settled(test, atVendor.id, 'asked', ({ signers }) => signers[0].status === 'notified')
  const task = await taskOf(test, { contactId: contact.id })
  const mail = await sentTo(test, ['+deliver'], {
    contentHtml: '<p>Hello</p>',
    followers: [{ email: 'f@example.com' }],
  })
  await mailWith(test, mail.id, ['delivered'])
  const draft = await readyOf(test, { recipients: [recipient('', { contactId: contact.id })] })
  demand(await attach(test, draft.id, await contract()), 201)
  const sender = await senderOf(test)
  await ownerPathOf(sender)
  const upload = await uploadOf(test, await contract())
  const delivered = await deliveriesIn(person, webhookId, 'succeeded')
  return [
    contact.id,
    request.id,
    sealed.id,
    atVendor.id,
    task.id,
    mail.id,
    draft.id,
    sender.id,
    upload,
    ...delivered.map(({ id }) => id),
  ]
}

describe('a reset of a test organization', () => {
  it('leaves nothing of what was made in the table and the buckets, and keeps its structure', async () => {
    const { live, test } = await liveWithTestMode()
    const person = { org: test.org, token: live.owner.token }
    const key = await keyFor(person)
    const hook = await hookFor(person, hooks.url, { events: ['contact.created'] })
    await roleOf(person, ['contacts.read'])
    const app = await connectedApp(test)
    await consented(live.owner.token, consentBody(test, app.clientId))
    const settings = await call('PATCH', `/v1/nodes/${test.org.id}/settings`, {
      token: live.owner.token,
      json: { timezone: 'Europe/Lisbon' },
    })
    demand(settings, 200)
    const made = await used(test, person, hook.id)
    const before = typesOf(await itemsNaming([test.org.id, test.entity.id, ...made]))
    expect(before).toEqual(expect.arrayContaining([...kept, ...lost]))

    demand(await resetTestMode(live), 202)
    await untilLookedThrough(live)
    await steps(live, settledMs)

    const left = await itemsNaming([test.org.id, test.entity.id, ...made])
    expect(typesOf(left).filter((type) => !countsOfDay.includes(type))).toEqual(kept)
    expect(await originalsOf(test.org.id)).toEqual([])
    expect(await sealedFilesOf(test.org.id)).toEqual([])
    expect((await listOf(person, 'api-keys')).body.results.map(({ id }: { id: string }) => id)).toContain(key.id)
    expect((await onHook(person, 'GET', hook.id)).status).toBe(200)
  })
})
