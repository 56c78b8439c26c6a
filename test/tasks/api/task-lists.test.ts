import { describe, expect, it } from 'vitest'
import { makeEntity } from '../../../infra/local/tenant.ts'
import { call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  act,
  done,
  firstMonday,
  listTasks,
  mondayAfter,
  moveOccurrence,
  taskOf,
  titlesFound,
  weekly,
} from '../../support/tasks.ts'
import { personOf, table, tenant, tokenFor } from '../../support/tenant.ts'

describe.concurrent('the list of tasks', () => {
  it('is in the order of the next occurrences, with what is over at its end', async () => {
    const of = await tenant()
    const { id: over } = await taskOf(of, { title: 'done', startAt: mondayAfter(-3) })
    const { id: series } = await taskOf(of, { title: 'series', ...weekly })
    await taskOf(of, { title: 'third', startAt: mondayAfter(2) })
    await taskOf(of, { title: 'first', startAt: mondayAfter(-2) })
    const { id: canceled } = await taskOf(of, { title: 'canceled' })
    expect(await titlesFound(of, { pageSize: '2' })).toEqual(['done', 'first', 'series', 'canceled', 'third'])
    await done(act(of, over, 'complete'))
    await done(act(of, series, 'complete', firstMonday))
    await done(moveOccurrence(of, series, mondayAfter(1), { startAt: mondayAfter(1.5) }))
    await done(act(of, canceled, 'cancel'))
    expect(await titlesFound(of, { pageSize: '2' })).toEqual(['first', 'series', 'third', 'canceled', 'done'])
    expect(await titlesFound(of, { sort: 'updated', pageSize: '2' })).toEqual([
      'canceled',
      'series',
      'done',
      'first',
      'third',
    ])
    expect(await titlesFound(of, { status: 'open' })).toEqual(['first', 'series', 'third'])
    expect(await titlesFound(of, { status: 'completed' })).toEqual(['done'])
    expect(await titlesFound(of, { status: 'completed,canceled' })).toEqual(['canceled', 'done'])
    expect(await titlesFound(of, { from: mondayAfter(0), to: mondayAfter(2) })).toEqual(['series'])
    expect(await titlesFound(of, { to: mondayAfter(0) })).toEqual(['first'])
  })

  it('tells what is overdue: all-day tasks once their day has ended', async () => {
    const of = await tenant()
    const now = Date.now()
    const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
    await taskOf(of, { title: 'an hour ago', startAt: at(-1) })
    await taskOf(of, { title: 'in an hour', startAt: at(1) })
    await taskOf(of, { title: 'a day of last week', startAt: at(-170), allDay: true })
    // Kiribati and Niue never have the same day.
    const [early, late] = ['Pacific/Niue', 'Pacific/Kiritimati']
    const today = (timezone: string) => ({ startAt: at(-0.1), allDay: true, timezone, title: timezone })
    await taskOf(of, today(early))
    await taskOf(of, today(late))
    const overdue = await titlesFound(of, { overdue: 'true' })
    expect(overdue).toEqual(['a day of last week', 'an hour ago'])
    expect((await titlesFound(of, { overdue: 'false' })).sort()).toEqual([late, early, 'in an hour'].sort())
  })

  it('is searched by words, assignees and links', async () => {
    const of = await tenant()
    const paul = await personOf(of, 'member')
    await taskOf(of, { title: 'Appeler Élodie', description: 'au sujet du toit' })
    await taskOf(of, { title: 'Write', assigneeId: paul.account.id })
    expect(await titlesFound(of, { q: 'elod TOI' })).toEqual(['Appeler Élodie'])
    expect(await titlesFound(of, { q: 'lodie' })).toEqual([])
    expect(await titlesFound(of, { assigneeId: paul.account.id })).toEqual(['Write'])
    expect(await titlesFound({ ...of, token: paul.token }, { assigneeId: 'me' })).toEqual(['Write'])
    expect(await titlesFound(of, { assigneeId: 'me' })).toEqual([])
    expect(await titlesFound(of, { linkId: crypto.randomUUID() })).toEqual([])
    expect(await titlesFound(of, { q: '!!' })).toEqual([])
    expect(await titlesFound(of, { contactId: crypto.randomUUID() })).toEqual([])
  })

  it('goes over all entities where the caller may use tasks and the feature is on', async () => {
    const of = await tenant()
    const closed = await makeEntity(table(), of.org, { featuresOff: ['tasks'] })
    await taskOf(of)
    const owner = await personOf(of, 'owner')
    const listed = await call('GET', '/v1/tasks', { token: owner.token })
    expect(listed.body.results).toHaveLength(1)
    expectRefused(await listTasks({ ...of, entity: closed }), 'feature_disabled')
    const options = await call('GET', `/v1/tasks/options?entityId=${closed.id}`, { token: owner.token })
    expect(options.body).toMatchObject({ enabled: false, defaultTimezone: 'Europe/Paris' })
  })

  it('refuses a page of none and a token of another list', async () => {
    const of = await tenant()
    expectRefused(await listTasks(of, { pageSize: '0' }), 'invalid_input')
    expectRefused(await listTasks(of, { pageToken: 'other' }), 'invalid_page_token')
  })
})

describe.concurrent('the options of an entity', () => {
  it('name the members who can be assigned tasks', async () => {
    const of = await tenant()
    const { body } = await call('GET', `/v1/tasks/options?entityId=${of.entity.id}`, { token: await tokenFor(of.key) })
    expect(body).toEqual({
      entityId: of.entity.id,
      enabled: true,
      defaultTimezone: 'Europe/Paris',
      assignees: [],
      automaticTasks: expect.objectContaining({ signature_declined: { enabled: false, assignee: 'creator' } }),
    })
  })
})
