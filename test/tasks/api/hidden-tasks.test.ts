import { beforeAll, describe, expect, it } from 'vitest'
import { contactKey, contacts } from '../../../functions/contacts/model/contact.ts'
import { addTask } from '../../../functions/tasks/model/change-task.ts'
import { linkedContact } from '../../../functions/tasks/model/linked-contacts.ts'
import { taskKey, tasks } from '../../../functions/tasks/model/task.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem, type Item, putItems } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { call } from '../../support/client.ts'
import { contactOf } from '../../support/contacts.ts'
import { create } from '../../support/signature.ts'
import { listTasks, patchTask, taskOf, titlesFound } from '../../support/tasks.ts'
import { personOf, type Tenant, table, tenant } from '../../support/tenant.ts'

const mostShown = 500

/** Copies of a task, written as the operation writes them. */
async function copiesOf(taskId: string, contactId: string): Promise<void> {
  const [task, contact] = [await getItem(table(), taskKey(taskId)), await getItem(table(), contactKey(contactId))]
  if (!task || !contact) throw new Error('there is nothing to copy')
  const [model, linked] = [fromItem(tasks, task), fromItem(contacts, contact)]
  const items = Array.from({ length: mostShown }, () => {
    const id = systemIds()
    const work = new UnitOfWork({ table: table(), clock: Date.now, ids: systemIds, author: systemAuthor(id) })
    const actor = { type: 'system' as const, id: null, name: 'Test' }
    const known = new Map([[linked.id, linked]])
    addTask(work, { ...model, id, contacts: [linkedContact(linked)] }, { actor, ip: null, nowMs: 0, contacts: known })
    return work.writes.flatMap(({ item }): Item[] => (item.Put?.Item ? [item.Put.Item] : []))
  })
  await putItems(
    table(),
    items.flat().filter(({ PK }) => !/^(OUTBOX|ORG)#/.test(String(PK))),
  )
}

describe('five hundred private tasks of one person', () => {
  let [of, reader, contactId, linkId]: [Tenant, { token: string }, string, string] = [] as never

  beforeAll(async () => {
    of = await tenant()
    const [hoarder, other] = [await personOf(of, 'manager'), await personOf(of, 'manager')]
    reader = other
    ;[contactId, linkId] = [(await contactOf(of)).id, (await create(of, { draft: true })).id]
    const links = [{ type: 'signature_request', id: linkId }]
    const about = { contactIds: [contactId], links }
    await taskOf(of, { title: 'Before', ...about })
    const hidden = await taskOf({ ...of, token: hoarder.token }, { title: 'Hidden', isPrivate: true, ...about })
    await copiesOf(hidden.id, contactId)
    await taskOf(of, { title: 'After', ...about })
    await taskOf({ ...of, token: reader.token }, { title: 'Own', isPrivate: true, ...about })
  })

  it('hide no other task of a linked resource', async () => {
    expect((await titlesFound({ ...of, ...reader }, { linkId })).sort()).toEqual(['After', 'Before', 'Own'])
  })

  it('hide no other task of a contact, in lists and in its activity', async () => {
    expect((await titlesFound({ ...of, ...reader }, { contactId })).sort()).toEqual(['After', 'Before', 'Own'])
    const { body } = await call('GET', `/v1/contacts/${contactId}/activity`, { token: reader.token })
    expect(body.results.map(({ title }: { title: string }) => title)).toEqual(['Own', 'After', 'Before'])
  })
})

describe('a task that becomes private, or changes hands', () => {
  it('is found by its contact and its link by those alone who see it', async () => {
    const of = await tenant()
    const [creator, assignee, other] = await Promise.all([1, 2, 3].map(() => personOf(of, 'manager')))
    const [contact, request] = [await contactOf(of), await create(of, { draft: true })]
    const links = [{ type: 'signature_request', id: request.id }]
    const as = ({ token }: { token: string } = { token: '' }) => ({ ...of, token })
    const { id } = await taskOf(as(creator), { contactIds: [contact.id], links })
    const found = async () =>
      await Promise.all(
        [creator, assignee, other].map(async (person) => {
          const filters: Record<string, string>[] = [{ contactId: contact.id }, { linkId: request.id }]
          const lists = await Promise.all(filters.map((filter) => listTasks(as(person), filter)))
          return lists.map(({ body }) => body.results.length).join()
        }),
      )
    expect(await found()).toEqual(['1,1', '1,1', '1,1'])
    await patchTask(as(creator), id, { isPrivate: true })
    expect(await found()).toEqual(['1,1', '0,0', '0,0'])
    await patchTask(as(creator), id, { assigneeId: assignee?.account.id })
    expect(await found()).toEqual(['1,1', '1,1', '0,0'])
    await patchTask(as(assignee), id, { isPrivate: false })
    expect(await found()).toEqual(['1,1', '1,1', '1,1'])
    await patchTask(as(creator), id, { contactIds: [], links: [] })
    expect(await found()).toEqual(['0,0', '0,0', '0,0'])
  })
})
