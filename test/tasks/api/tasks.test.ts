import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../../shared/errors/error-codes.ts'
import { queryPartition } from '../../../shared/store/table.ts'
import { call, demand } from '../../support/client.ts'
import { contactOf, deleteContact } from '../../support/contacts.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { tokenPermitting } from '../../support/refusing-dependencies.ts'
import { create } from '../../support/signature.ts'
import {
  act,
  done,
  eventsOfTask,
  firstMonday,
  listTasks,
  mondayAfter,
  patchTask,
  postTask,
  readTask,
  taskOf,
  taskPath,
  titlesFound,
  weekly,
} from '../../support/tasks.ts'
import { keyOf, personOf, type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

let home: Tenant

beforeAll(async () => {
  home = await tenant()
})

/** What no task can be. */
const unfit: [string, object, ErrorCode][] = [
  ['a start before 1970', { startAt: '1969-12-31T00:00:00Z' }, 'invalid_input'],
  ['a time zone that is none', { timezone: 'Mars/Phobos', recurrence: { rule: 'no' } }, 'invalid_timezone'],
  ['an offset as a time zone', { timezone: '+01:00' }, 'invalid_timezone'],
  ['a rule that is none', { recurrence: { rule: 'FREQ=HOURLY' }, assigneeId: 'nobody' }, 'invalid_recurrence'],
  ['a rule without a day', { recurrence: { rule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30' } }, 'invalid_recurrence'],
  [
    'a rule of which nothing is left',
    { recurrence: { rule: 'FREQ=DAILY;COUNT=1', exceptions: [firstMonday] } },
    'invalid_recurrence',
  ],
  [
    'an assignee who is nobody',
    { assigneeId: crypto.randomUUID(), contactIds: [crypto.randomUUID()] },
    'invalid_assignee',
  ],
  ['a contact that is not there', { contactIds: [crypto.randomUUID()] }, 'invalid_contact'],
  [
    'a request that is not there',
    { links: [{ type: 'signature_request', id: crypto.randomUUID() }] },
    'invalid_reference',
  ],
  ['a mail that is not there', { links: [{ type: 'registered_mail', id: crypto.randomUUID() }] }, 'invalid_reference'],
  ['no title', { title: ' ' }, 'invalid_request'],
  ['a title that is too long', { title: 'x'.repeat(201) }, 'invalid_request'],
  ['too many reminders', { reminders: Array(6).fill({ minutesBefore: 5, channel: 'email' }) }, 'invalid_request'],
  ['a reminder after the start', { reminders: [{ minutesBefore: -1, channel: 'email' }] }, 'invalid_request'],
  ['no duration', { durationMinutes: 0 }, 'invalid_request'],
]

describe.concurrent('a task', () => {
  it('is created, read, changed and deleted', async () => {
    const made = await postTask(home, { title: ' Call ', description: 'About\nthe roof', clientReference: 'A-1' })
    expect([made.status, made.headers.get('etag')]).toEqual([201, 'W/"1"'])
    const { id } = made.body
    expect(made.headers.get('location')).toBe(taskPath(id))
    expect(made.body).toEqual({
      id,
      orgId: home.org.id,
      entityId: home.entity.id,
      title: 'Call',
      description: 'About\nthe roof',
      priority: 'normal',
      startAt: firstMonday,
      allDay: false,
      durationMinutes: null,
      timezone: 'Europe/Paris',
      recurrence: null,
      reminders: [],
      assigneeId: null,
      assignee: null,
      contactIds: [],
      links: [],
      isPrivate: false,
      status: 'open',
      nextOccurrenceAt: firstMonday,
      nextStartAt: firstMonday,
      overdue: false,
      completedAt: null,
      completedBy: null,
      source: 'integration',
      clientReference: 'A-1',
      createdBy: { type: 'api_key', id: home.key.clientId, name: expect.any(String) },
      createdAt: made.body.updatedAt,
      updatedAt: expect.stringMatching(/Z$/),
      version: 1,
    })
    expect((await readTask(home, id)).body).toEqual(made.body)
    const changed = await patchTask(home, id, { description: null, priority: 'high' })
    expect(changed.body).toMatchObject({ description: null, priority: 'high', clientReference: 'A-1', version: 2 })
    expect((await patchTask(home, id, { priority: 'high' })).body.version).toBe(2)
    expect((await call('DELETE', taskPath(id), { token: home.token })).status).toBe(204)
    expectRefused(await readTask(home, id), 'task_not_found')
  })

  it.each<[string, object, ErrorCode]>(unfit)('is refused with %s', async (_, fields, code) => {
    expectRefused(await postTask(home, fields), code)
  })

  it.each<[string, object, ErrorCode]>(unfit)('is not changed to %s', async (_, fields, code) => {
    const { id } = await taskOf(home)
    expectRefused(await patchTask(home, id, fields), code)
    expect((await readTask(home, id)).body.version).toBe(1)
  })

  it('has each reminder once, under an id that stays when it is sent back', async () => {
    const [early, late] = [
      { minutesBefore: 60, channel: 'email' },
      { minutesBefore: 5, channel: 'in_app' },
    ]
    const { id, reminders } = await taskOf(home, { reminders: [early, late, early] })
    expect(reminders).toEqual([
      { ...early, id: expect.any(String) },
      { ...late, id: expect.any(String) },
    ])
    const { body } = await patchTask(home, id, { reminders: [late, { ...reminders[0], minutesBefore: 30 }] })
    expect(body.reminders).toEqual([reminders[1], { ...reminders[0], minutesBefore: 30 }])
  })

  it('takes the time zone of its entity where none is named', async () => {
    const of = await tenant()
    const json = { timezone: 'America/Cayenne' }
    demand(await call('PATCH', `/v1/nodes/${of.entity.id}/settings`, { token: of.token, json }), 200)
    const { id, timezone } = await taskOf(of)
    expect(timezone).toBe('America/Cayenne')
    expect((await patchTask(of, id, { timezone: 'Europe/Paris' })).body.timezone).toBe('Europe/Paris')
    expect((await patchTask(of, id, { timezone: null })).body.timezone).toBe('America/Cayenne')
  })

  it.each([false, true])('keeps its entity from being deleted (private: %s)', async (isPrivate) => {
    const of = await tenant()
    const { id } = await taskOf(of, { isPrivate })
    const remove = () => call('DELETE', `/v1/nodes/${of.entity.id}`, { token: of.token })
    expectRefused(await remove(), 'still_referenced')
    demand(await call('DELETE', taskPath(id), { token: of.token }), 204)
    expect((await remove()).status).toBe(204)
  })

  it('leaves nothing behind when it is deleted', async () => {
    const { id } = await taskOf(home, { ...weekly, reminders: [{ minutesBefore: 5, channel: 'email' }] })
    await done(act(home, id, 'complete', firstMonday))
    demand(await call('DELETE', taskPath(id), { token: home.token }), 204)
    await until('the partition is empty', async () => (await queryPartition(table(), `TASK#${id}`, '')).length === 0)
  })

  it('keeps its entity', async () => {
    const { id } = await taskOf(home)
    expectRefused(await patchTask(home, id, { entityId: crypto.randomUUID() }), 'invalid_input')
  })

  it('is completed once, told once, and reopened', async () => {
    const { id } = await taskOf(home)
    const [first, second] = [await done(act(home, id, 'complete')), await done(act(home, id, 'complete'))]
    expect(first).toEqual(second)
    expect(first).toMatchObject({ taskId: id, occurrenceAt: firstMonday, status: 'completed', moved: false })
    const { body } = await readTask(home, id)
    expect(body).toMatchObject({ status: 'completed', nextOccurrenceAt: null, completedBy: { id: home.key.clientId } })
    expect(await done(act(home, id, 'reopen'))).toMatchObject({ status: 'pending', completedAt: null })
    expect((await readTask(home, id)).body).toMatchObject({
      status: 'open',
      nextOccurrenceAt: firstMonday,
      nextStartAt: firstMonday,
      completedAt: null,
    })
    await done(act(home, id, 'complete', firstMonday))
    const told = await eventsOfTask(id, 3)
    expect(told.map(({ type }) => type)).toEqual(['task.created', 'task.completed', 'task.completed'])
    expect(told[1]?.detail.data).toEqual({
      taskId: id,
      title: 'Call the tenant',
      entityId: home.entity.id,
      occurrenceAt: firstMonday,
      completedBy: home.key.clientId,
    })
  })

  it('publishes one event for a hundred completions at once', async () => {
    const { id } = await taskOf(home)
    const answers = await Promise.all(Array.from({ length: 100 }, () => act(home, id, 'complete')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await readTask(home, id)).body.version).toBe(2)
    expect((await eventsOfTask(id, 2)).map(({ type }) => type)).toEqual(['task.created', 'task.completed'])
  })

  it('is canceled for good', async () => {
    const { id } = await taskOf(home, weekly)
    await done(act(home, id, 'complete', firstMonday))
    expect(await done(act(home, id, 'cancel'))).toMatchObject({ status: 'canceled', nextOccurrenceAt: null })
    expect(await done(act(home, id, 'cancel'))).toMatchObject({ version: 3 })
    for (const action of ['complete', 'reopen', 'skip'])
      expectRefused(await act(home, id, action, mondayAfter(1)), 'invalid_occurrence')
    const { id: completed } = await taskOf(home)
    await done(act(home, completed, 'complete'))
    expectRefused(await act(home, completed, 'cancel'), 'invalid_occurrence')
  })

  it('keeps what was done when its start changes', async () => {
    const { id } = await taskOf(home)
    await done(act(home, id, 'complete'))
    const { body } = await patchTask(home, id, { startAt: mondayAfter(1) })
    expect(body).toMatchObject({ status: 'completed', startAt: mondayAfter(1) })
    expect(await done(act(home, id, 'reopen'))).toMatchObject({ occurrenceAt: mondayAfter(1), status: 'pending' })
    expect((await readTask(home, id)).body.nextOccurrenceAt).toBe(mondayAfter(1))
  })

  it('is told and audited by its ids, and its activity says who did what', async () => {
    const of = await tenant()
    const { id } = await taskOf(of, { ...weekly, clientReference: 'T-1' })
    await patchTask(of, id, { title: 'Other' })
    await done(act(of, id, 'skip', firstMonday))
    await call('DELETE', taskPath(id), { token: of.token })
    const told = await eventsOfTask(id, 4)
    expect(told.map(({ type }) => type)).toEqual(['task.created', 'task.updated', 'task.updated', 'task.deleted'])
    expect(told[0]?.detail.data).toEqual({
      taskId: id,
      title: 'Call the tenant',
      entityId: of.entity.id,
      assigneeId: null,
      startAt: firstMonday,
      clientReference: 'T-1',
    })
    const audited = await auditLogOf(of.org.id)
    expect(audited.map(({ action, changes }) => [action, changes])).toEqual([
      ['task.created', []],
      ['task.changed', [{ field: 'title', from: '•••', to: '•••' }]],
      ['task.skipped', []],
      ['task.deleted', []],
    ])
  })

  it('has an activity, oldest first', async () => {
    const { id } = await taskOf(home, weekly)
    await patchTask(home, id, { title: 'Other' })
    await done(act(home, id, 'complete', firstMonday))
    const { body } = await call('GET', taskPath(id, '/activity'), { token: home.token })
    const actor = { type: 'api_key', id: home.key.clientId, name: expect.any(String) }
    const common = { id: expect.any(String), at: expect.any(String), actor, ip: expect.any(String) }
    expect(body.results).toEqual([
      { ...common, type: 'created', detail: null },
      { ...common, type: 'changed', detail: { fields: ['title'] } },
      { ...common, type: 'completed', detail: { occurrenceAt: firstMonday } },
    ])
  })
})

describe.concurrent('the people of a task', () => {
  it('are its assignee, whom only somebody who uses tasks there can be', async () => {
    const [paul, viewer] = [await personOf(home, 'member'), await personOf(home, 'viewer')]
    const task = await taskOf(home, { assigneeId: paul.account.id })
    expect(task.assignee).toEqual({
      id: paul.account.id,
      email: paul.account.email,
      firstName: 'Paul',
      lastName: 'Person',
    })
    expectRefused(await postTask(home, { assigneeId: viewer.account.id }), 'invalid_assignee')
    expectRefused(await postTask(home, { assigneeId: home.key.clientId }), 'invalid_assignee')
    const elsewhere = await personOf(await tenant(), 'admin')
    expectRefused(await patchTask(home, task.id, { assigneeId: elsewhere.account.id }), 'invalid_assignee')
    expect((await patchTask(home, task.id, { assigneeId: null })).body).toMatchObject({
      assignee: null,
      assigneeId: null,
    })
  })

  it('change their own tasks, and those of others with tasks.manage alone', async () => {
    const [paul, mary] = [await personOf(home, 'member'), await personOf(home, 'manager')]
    const own = await taskOf({ ...home, token: paul.token })
    const others = await taskOf(home)
    const assigned = await taskOf(home, { assigneeId: paul.account.id })
    for (const { id } of [own, assigned]) await done(act(paul, id, 'complete'))
    expect((await readTask(paul, others.id)).status).toBe(200)
    expectRefused(await act(paul, others.id, 'complete'), 'forbidden')
    expectRefused(await patchTask(paul, others.id, { title: 'Mine' }), 'forbidden')
    await done(act(mary, others.id, 'complete'))
    expectRefused(await patchTask(mary, others.id, { isPrivate: true }), 'forbidden')
  })

  it('alone see a private task, in answers, lists, counts and events', async () => {
    const of = await tenant()
    const [paul, mary] = [await personOf(of, 'member'), await personOf(of, 'owner')]
    const [asPaul, asMary] = [
      { ...of, token: paul.token },
      { ...of, token: mary.token },
    ]
    const { id } = await taskOf(of, { title: 'Secret', isPrivate: true, assigneeId: paul.account.id })
    expect((await readTask(asPaul, id)).status).toBe(200)
    for (const action of ['complete', 'cancel']) expectRefused(await act(asMary, id, action), 'task_not_found')
    expectRefused(await readTask(asMary, id), 'task_not_found')
    const asked: Record<string, string>[] = [{}, { sort: 'updated' }, { assigneeId: paul.account.id }, { q: 'secret' }]
    for (const filters of asked) {
      expect(await titlesFound(of, filters)).toEqual(['Secret'])
      expect(await titlesFound(asPaul, filters)).toEqual(['Secret'])
      expect(await titlesFound(asMary, filters)).toEqual([])
    }
    await done(act(asPaul, id, 'complete'))
    const { id: shared } = await taskOf(of)
    expect(await eventsOfTask(shared, 1)).toHaveLength(1)
    expect(await eventsOfTask(id, 0)).toEqual([])
  })

  it('are told of a task that becomes private that it is gone', async () => {
    const { id } = await taskOf(home)
    await patchTask(home, id, { isPrivate: true })
    await patchTask(home, id, { title: 'Hidden' })
    await patchTask(home, id, { isPrivate: false })
    const told = await eventsOfTask(id, 3)
    expect(told.map(({ type, detail }) => [type, detail.data.title])).toEqual([
      ['task.created', 'Call the tenant'],
      ['task.deleted', 'Call the tenant'],
      ['task.created', 'Hidden'],
    ])
  })
})

describe.concurrent('the links of a task', () => {
  it('show a request to who may read it, and its id alone to others', async () => {
    const of = await tenant()
    const request = await create(of, { draft: true, title: 'Lease' })
    const link = { type: 'signature_request', id: request.id }
    const { id, links } = await taskOf(of, { links: [link, link] })
    expect(links).toEqual([{ ...link, title: 'Lease', status: 'draft' }])
    const clerk = { ...of, token: await tokenPermitting(of, 'tasks.use') }
    expect((await readTask(clerk, id)).body.links).toEqual([{ ...link, title: null, status: null }])
    expectRefused(await postTask(clerk, { links: [link] }), 'invalid_reference')
    expectRefused(await postTask(await tenant(), { links: [link] }), 'invalid_reference')
    const listed = await call('GET', `/v1/tasks?entityId=${of.entity.id}&linkId=${request.id}`, { token: of.token })
    expect(listed.body.results.map((task: { links: unknown }) => task.links)).toEqual([[link]])
    demand(await call('DELETE', `/v1/signature-requests/${request.id}`, { token: of.token }), 204)
    expect((await readTask(of, id)).body.links).toEqual([])
    await until('the link goes', async () => (await listTasks(of)).body.results[0].links.length === 0)
    expect(await titlesFound(of, { linkId: request.id })).toEqual([])
  })

  it('stand in the activity of a contact, move with a merge and go with a deletion', async () => {
    const of = await tenant()
    const [source, target] = [await contactOf(of), await contactOf(of, { lastName: 'Durand' })]
    const { id } = await taskOf(of, { contactIds: [source.id] })
    const activity = async (contactId: string) =>
      (await call('GET', `/v1/contacts/${contactId}/activity`, { token: of.token })).body.results
    expect(await activity(source.id)).toEqual([
      { type: 'task', id, title: 'Call the tenant', status: 'open', role: 'linked', at: expect.any(String) },
    ])
    const viewer = await keyOf(of, 'viewer')
    expect((await call('GET', `/v1/contacts/${source.id}/activity`, viewer)).body.results).toEqual([])
    const merge = { sourceId: source.id, takeFromSource: [] }
    demand(await call('POST', `/v1/contacts/${target.id}/merge`, { token: of.token, json: merge }), 200)
    await until('the link moves', async () => (await readTask(of, id)).body.contactIds[0] === target.id)
    expect(await activity(target.id)).toHaveLength(1)
    expect(await titlesFound(of, { contactId: target.id })).toEqual(['Call the tenant'])
    await deleteContact(of, target.id)
    await until('the link goes', async () => (await readTask(of, id)).body.contactIds.length === 0)
  })

  it('hide a private contact from others, who cannot unlink it', async () => {
    const [paul, other] = [await personOf(home, 'member'), await personOf(home, 'manager')]
    const own = { ...home, token: paul.token }
    const { id: hidden } = await contactOf(own, { isPrivate: true })
    const { id: shared } = await contactOf(home)
    const { id } = await taskOf(own, { contactIds: [hidden] })
    expect((await readTask(other, id)).body.contactIds).toEqual([])
    expectRefused(await postTask({ ...home, token: other.token }, { contactIds: [hidden] }), 'invalid_contact')
    expect((await patchTask(other, id, { contactIds: [shared] })).body.contactIds).toEqual([shared])
    expect((await readTask(own, id)).body.contactIds).toEqual([shared, hidden])
  })
})
