import { describe, expect, it } from 'vitest'
import { call, demand } from '../../support/client.ts'
import { contactOf } from '../../support/contacts.ts'
import { create, signer } from '../../support/signature.ts'
import { letCreateTasks, listTasks, taskPath } from '../../support/tasks.ts'
import { personOf, type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

/** The task of a request, once it is there. */
async function taskFor(of: Tenant, requestId: string) {
  return await until('the task', async () => {
    const { body } = await listTasks(of, { linkId: requestId })
    return body.results[0]
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
      title: 'Signature declined: Lease',
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
    expect(task).toMatchObject({ title: 'Signature expirée : Lease', assigneeId: null })
    demand(await call('DELETE', taskPath(task.id), { token: of.token }), 204)
    expect((await listTasks(of)).body.results).toEqual([])
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
