import { describe, expect, it } from 'vitest'
import { call, demand } from '../../support/client.ts'
import { contactOf } from '../../support/contacts.ts'
import { tokenPermitting } from '../../support/refusing-dependencies.ts'
import { depositedTo, readyOf, recipient, sendMail, simulate } from '../../support/registered-mails.ts'
import { create, signer } from '../../support/signature.ts'
import { eventsOfTask, letCreateTasks, listTasks, readTask, taskPath } from '../../support/tasks.ts'
import { personOf, type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

/** The latest task of a request or mail, once so many are there. */
async function taskFor(of: Tenant, linkId: string, count = 1) {
  return await until('the task', async () => {
    const { body } = await listTasks(of, { linkId })
    return body.results.length === count && body.results[0]
  })
}

describe.concurrent('a task that creates itself', () => {
  it('links the request that was declined and the contact of its signer', async () => {
    const of = await tenant()
    const { account } = await personOf(of, 'member')
    await letCreateTasks(of, account.id)
    const contact = await contactOf(of, { email: 'claire+decline@example.com' })
    const request = await create(of, { title: 'Lease', signers: [{ ...signer('+decline'), contactId: contact.id }] })
    const task = await taskFor(of, request.id)
    expect(task).toMatchObject({
      title: 'A signer declined a signature request',
      description: null,
      source: 'automatic',
      allDay: true,
      overdue: false,
      status: 'open',
      assigneeId: account.id,
      contactIds: [contact.id],
      links: [{ type: 'signature_request', id: request.id }],
      createdBy: { id: of.key.clientId },
    })
    expect((await listTasks(of)).body.results).toHaveLength(1)
  })

  it('is created once, when a request expires, and not again after it was deleted', async () => {
    const of = await tenant()
    await letCreateTasks(of)
    const request = await create(of, { title: 'Lease' })
    const expire = () => call('POST', `/v1/test/signature-requests/${request.id}/expire`, { token: of.token })
    demand(await expire(), 200)
    const task = await taskFor(of, request.id)
    expect(task).toMatchObject({ title: 'Une demande de signature a expiré', assigneeId: null })
    demand(await call('DELETE', taskPath(task.id), { token: of.token }), 204)
    expect((await listTasks(of)).body.results).toEqual([])
  })

  it('is about a recipient of a registered mail that failed, and one who did not claim it', async () => {
    const of = await tenant()
    const { account } = await personOf(of, 'member')
    await letCreateTasks(of, account.id)
    const contact = await contactOf(of, { email: 'claire@example.com' })
    const recipients = [recipient('+bounce', { contactId: contact.id }), recipient('+neglect')]
    const { id } = await readyOf(of, { subject: 'Notice to quit', recipients })
    demand(await sendMail(of, id), 200)
    await taskFor(of, id, 2)
    const { results } = (await listTasks(of, { linkId: id })).body
    const [failed, neglected] = results.toSorted((a: { title: string }, b: { title: string }) =>
      a.title < b.title ? 1 : -1,
    )
    const common = { source: 'automatic', status: 'open', assigneeId: account.id, links: [{ id }] }
    const title = 'A registered mail was not delivered to a recipient'
    expect(failed).toMatchObject({ ...common, title, description: null, contactIds: [contact.id] })
    expect(neglected).toMatchObject({ ...common, title: 'A recipient did not claim a registered mail', contactIds: [] })
  })

  it('is about each correction that a recipient asks for', async () => {
    const of = await tenant()
    await letCreateTasks(of)
    const mail = await depositedTo(of)
    for (const count of [1, 2]) {
      demand(await simulate(of, mail, '/recipient-updates', { email: `roe-${count}@example.com` }), 201)
      const task = await taskFor(of, mail.id, count)
      expect(task).toMatchObject({
        title: 'Un destinataire d’un envoi recommandé demande une correction',
        links: [{ type: 'registered_mail', id: mail.id }],
      })
    }
  })

  it('tells nothing of its resource to a reader who may not read it, nor do its events', async () => {
    const of = await tenant()
    await letCreateTasks(of)
    const clerk = { token: await tokenPermitting(of, 'tasks.use') }
    const request = await create(of, { title: 'Lease of Ms Doe', signers: [signer('+decline')] })
    const { id } = await taskFor(of, request.id)
    const told = await eventsOfTask(id, 1)
    const link = { type: 'signature_request', id: request.id }
    const read = await readTask(clerk, id)
    expect(read.body.links).toEqual([{ ...link, title: null, status: null }])
    expect(JSON.stringify([read.body, told])).not.toMatch(/Lease|Doe/)
    expect((await readTask(of, id)).body.links).toEqual([{ ...link, title: 'Lease of Ms Doe', status: 'declined' }])
  })

  it('is not created where nobody asked for it', async () => {
    const [of, asking] = [await tenant(), await tenant()]
    await letCreateTasks(asking)
    await create(of, { signers: [signer('+decline')] })
    const other = await create(asking, { signers: [signer('+decline')] })
    await taskFor(asking, other.id)
    expect((await listTasks(of)).body.results).toEqual([])
  })
})
