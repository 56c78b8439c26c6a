import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../../shared/errors/error-codes.ts'
import { call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  act,
  done,
  eventsOfTask,
  firstMonday,
  mondayAfter,
  moveOccurrence,
  occurrencePath,
  occurrencesOf,
  patchTask,
  readTask,
  taskOf,
  weekly,
} from '../../support/tasks.ts'
import { personOf, type Tenant, tenant } from '../../support/tenant.ts'

let home: Tenant

beforeAll(async () => {
  home = await tenant()
})

/** What the occurrences of a tenant are in some weeks. */
async function statesIn(of: Tenant, weeks: number, filters: Readonly<Record<string, string>> = {}) {
  const { body } = await occurrencesOf(of, { from: firstMonday, to: mondayAfter(weeks), ...filters })
  return body.results.map(({ startAt, status, title }: { startAt: string; status: string; title: string }) => [
    startAt,
    status,
    title,
  ])
}

describe.concurrent('an occurrence', () => {
  it('is completed, skipped and reopened in any order, also in the past and ahead of time', async () => {
    const { id } = await taskOf(home, weekly)
    const next = async () => (await readTask(home, id)).body.nextOccurrenceAt
    await done(act(home, id, 'complete', mondayAfter(1)))
    expect(await next()).toBe(firstMonday)
    await done(act(home, id, 'skip', firstMonday))
    expect(await next()).toBe(mondayAfter(2))
    expectRefused(await act(home, id, 'complete', firstMonday), 'invalid_occurrence')
    expectRefused(await act(home, id, 'skip', mondayAfter(1)), 'invalid_occurrence')
    await done(act(home, id, 'reopen', firstMonday))
    expect(await next()).toBe(firstMonday)
    await done(act(home, id, 'complete', firstMonday))
    expect(await next()).toBe(mondayAfter(2))
    await done(act(home, id, 'complete', mondayAfter(200)))
    expect((await eventsOfTask(id, 5)).map(({ type }) => type)).toEqual([
      'task.created',
      'task.completed',
      'task.updated',
      'task.completed',
      'task.completed',
    ])
  })

  it.each<[string, string | undefined]>([
    ['is not named', undefined],
    ['is none of the rule', mondayAfter(0.5)],
    ['lies before the start', mondayAfter(-1)],
    ['lies in another century', '2999-01-07T08:00:00.000Z'],
    ['is an exception', mondayAfter(1)],
  ])('is refused when it %s', async (_, at) => {
    const { id } = await taskOf(home, { recurrence: { rule: 'FREQ=WEEKLY', exceptions: [mondayAfter(1)] } })
    expectRefused(await act(home, id, 'complete', at), 'invalid_occurrence')
    expectRefused(await act(home, id, 'reopen', at), 'invalid_occurrence')
    if (at === undefined) return
    expectRefused(await act(home, id, 'skip', at), 'invalid_occurrence')
    expectRefused(await moveOccurrence(home, id, at, { title: 'Other' }), 'invalid_occurrence')
  })

  it('of a single task is not skipped', async () => {
    const { id } = await taskOf(home)
    expectRefused(await act(home, id, 'skip', firstMonday), 'invalid_occurrence')
  })

  it('keeps its original start as its name wherever it is moved', async () => {
    const of = await tenant()
    const { id } = await taskOf(of, weekly)
    const paul = await personOf(of, 'member')
    const moved = await done(
      moveOccurrence(of, id, mondayAfter(1), {
        startAt: mondayAfter(2.5),
        title: 'Later',
        assigneeId: paul.account.id,
      }),
    )
    expect(moved).toMatchObject({
      occurrenceAt: mondayAfter(1),
      startAt: mondayAfter(2.5),
      title: 'Later',
      assigneeId: paul.account.id,
      moved: true,
    })
    await done(act(of, id, 'complete', firstMonday))
    expect((await readTask(of, id)).body.nextOccurrenceAt).toBe(mondayAfter(2))
    expect(await statesIn(of, 3)).toEqual([
      [firstMonday, 'completed', 'Call the tenant'],
      [mondayAfter(2), 'pending', 'Call the tenant'],
      [mondayAfter(2.5), 'pending', 'Later'],
    ])
    expect(await statesIn(of, 3, { assigneeId: paul.account.id })).toEqual([[mondayAfter(2.5), 'pending', 'Later']])
    await done(act(of, id, 'complete', mondayAfter(1)))
    expect(await statesIn(of, 3, { status: 'completed' })).toHaveLength(2)
    const back = await done(moveOccurrence(of, id, mondayAfter(1), { startAt: mondayAfter(1) }))
    expect(back).toMatchObject({ moved: false, status: 'completed', startAt: mondayAfter(1) })
    await done(moveOccurrence(of, id, mondayAfter(2), { startAt: mondayAfter(2.2) }))
    expect((await readTask(of, id)).body).toMatchObject({
      nextOccurrenceAt: mondayAfter(2),
      nextStartAt: mondayAfter(2.2),
    })
  })

  it('that is assigned to somebody is theirs to complete, skip, reopen and move, and no other is', async () => {
    const paul = await personOf(home, 'member')
    const { id } = await taskOf(home, weekly)
    await done(moveOccurrence(home, id, mondayAfter(1), { assigneeId: paul.account.id, title: 'Call Ms Doe' }))
    for (const action of ['complete', 'reopen', 'skip', 'reopen']) await done(act(paul, id, action, mondayAfter(1)))
    await done(moveOccurrence(paul, id, mondayAfter(1), { startAt: mondayAfter(1.5) }))
    for (const action of ['complete', 'skip', 'reopen'])
      expectRefused(await act(paul, id, action, mondayAfter(2)), 'forbidden')
    expectRefused(await moveOccurrence(paul, id, mondayAfter(2), { assigneeId: paul.account.id }), 'forbidden')
    await done(act(paul, id, 'complete', mondayAfter(1)))
    const told = (await eventsOfTask(id, 6)).filter(({ type }) => type === 'task.completed')
    const data = { title: 'Call Ms Doe', completedBy: paul.account.id }
    expect(told.map(({ detail }) => detail.data)).toEqual([
      expect.objectContaining(data),
      expect.objectContaining(data),
    ])
  })

  it('of a private task is assigned to nobody who does not see it', async () => {
    const [paul, mary] = [await personOf(home, 'member'), await personOf(home, 'member')]
    const { id } = await taskOf({ ...home, token: paul.token }, { ...weekly, isPrivate: true })
    const assign = (assigneeId: string) => moveOccurrence(paul, id, mondayAfter(1), { assigneeId })
    expectRefused(await assign(mary.account.id), 'invalid_input')
    expect((await assign(paul.account.id)).body).toMatchObject({ assigneeId: paul.account.id })
  })

  it('is a part of the task that it completes', async () => {
    const { id } = await taskOf(home, { recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' } })
    for (const at of [mondayAfter(2), firstMonday]) await done(act(home, id, 'complete', at))
    expect((await readTask(home, id)).body.status).toBe('open')
    await done(act(home, id, 'skip', mondayAfter(1)))
    expect((await readTask(home, id)).body).toMatchObject({ status: 'completed', nextOccurrenceAt: null })
    await done(act(home, id, 'reopen', mondayAfter(2)))
    expect((await readTask(home, id)).body).toMatchObject({ status: 'open', nextOccurrenceAt: mondayAfter(2) })
  })

  it.each<[string, string, object, ErrorCode]>([
    ['a path without an instant', 'tomorrow', { title: 'Other' }, 'invalid_occurrence'],
    ['a start before 1970', firstMonday, { startAt: '1900-01-01T00:00:00Z' }, 'invalid_input'],
    ['an assignee who is nobody', firstMonday, { assigneeId: 'nobody' }, 'invalid_assignee'],
    ['an empty title', firstMonday, { title: '' }, 'invalid_request'],
  ])('is not moved with %s', async (_, at, json, code) => {
    const { id } = await taskOf(home, weekly)
    expectRefused(await call('PATCH', occurrencePath(id, at), { token: home.token, json }), code)
  })
})

describe.concurrent('the occurrences of a period', () => {
  it('are those of all visible tasks, by their start, at the local time of each zone', async () => {
    const of = await tenant()
    await taskOf(of, { title: 'Paris', startAt: '2035-03-24T08:00:00Z', recurrence: { rule: 'FREQ=DAILY;COUNT=3' } })
    await taskOf(of, {
      title: 'New York',
      startAt: '2035-03-10T14:00:00Z',
      timezone: 'America/New_York',
      recurrence: { rule: 'FREQ=DAILY;COUNT=20' },
    })
    await taskOf(of, { title: 'Once', startAt: '2035-03-25T12:00:00Z', isPrivate: true })
    const { token } = await personOf(of, 'owner')
    const period = { from: '2035-03-24T00:00:00Z', to: '2035-03-26T00:00:00Z' }
    const found = async (asked: Tenant) =>
      (await occurrencesOf(asked, period)).body.results.map(
        ({ title, startAt }: { title: string; startAt: string }) => [title, startAt],
      )
    const shared = [
      ['Paris', '2035-03-24T08:00:00.000Z'],
      ['New York', '2035-03-24T13:00:00.000Z'],
      ['Paris', '2035-03-25T07:00:00.000Z'],
      ['New York', '2035-03-25T13:00:00.000Z'],
    ]
    expect(await found({ ...of, token })).toEqual(shared)
    expect(await found(of)).toEqual([...shared.slice(0, 3), ['Once', '2035-03-25T12:00:00.000Z'], ...shared.slice(3)])
  })

  it('are at most 5,000, of at most 92 days', async () => {
    const of = await tenant()
    for (const [from, to] of [
      ['2035-01-01T00:00:00Z', '2035-04-04T00:00:00Z'],
      ['2035-01-02T00:00:00Z', '2035-01-01T00:00:00Z'],
    ] as const)
      expectRefused(await occurrencesOf(of, { from, to }), 'invalid_input')
    expectRefused(await occurrencesOf(of, { from: firstMonday }), 'invalid_request')
    const daily = { startAt: '2020-01-01T00:00:00Z', recurrence: { rule: 'FREQ=DAILY' } }
    await Promise.all(Array.from({ length: 55 }, () => taskOf(of, daily)))
    const whole = { from: '2035-01-01T00:00:00Z', to: '2035-04-03T00:00:00Z' }
    expectRefused(await occurrencesOf(of, whole), 'invalid_input')
    const month = await occurrencesOf(of, { ...whole, to: '2035-02-01T00:00:00Z' })
    expect(month.body.results).toHaveLength(55 * 31)
  })

  it('leave out what a canceled task has left, and tell what is overdue', async () => {
    const of = await tenant()
    const started = { startAt: '2021-01-04T08:00:00Z', recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' } }
    const { id } = await taskOf(of, started)
    const period = { from: '2021-01-01T00:00:00Z', to: '2021-02-01T00:00:00Z' }
    const found = async () =>
      (await occurrencesOf(of, period)).body.results.map(
        ({ status, overdue }: { status: string; overdue: boolean }) => [status, overdue],
      )
    expect((await readTask(of, id)).body.overdue).toBe(true)
    await done(act(of, id, 'complete', '2021-01-11T08:00:00Z'))
    expect(await found()).toEqual([
      ['pending', true],
      ['completed', false],
      ['pending', true],
    ])
    await done(act(of, id, 'cancel'))
    expect(await found()).toEqual([['completed', false]])
  })
})

describe.concurrent('a series that is changed', () => {
  it('keeps what was done by its instant, and drops future exceptions that are none any more', async () => {
    const of = await tenant()
    const { id } = await taskOf(of, {
      recurrence: { rule: 'FREQ=WEEKLY', exceptions: [mondayAfter(1), mondayAfter(2)] },
    })
    await done(act(of, id, 'complete', firstMonday))
    await done(moveOccurrence(of, id, mondayAfter(3), { startAt: mondayAfter(3.5) }))
    const { body } = await patchTask(of, id, {
      recurrence: { rule: 'FREQ=WEEKLY;INTERVAL=2', exceptions: [mondayAfter(1), mondayAfter(2)] },
    })
    expect(body.recurrence.exceptions).toEqual([mondayAfter(2)])
    expect(body.nextOccurrenceAt).toBe(mondayAfter(4))
    expect(await statesIn(of, 5)).toEqual([
      [firstMonday, 'completed', 'Call the tenant'],
      [mondayAfter(4), 'pending', 'Call the tenant'],
    ])
  })

  it('goes on from an occurrence as another task, and nothing is lost or doubled', async () => {
    const of = await tenant()
    const { id } = await taskOf(of, { recurrence: { rule: 'FREQ=WEEKLY;COUNT=6' } })
    await done(act(of, id, 'complete', firstMonday))
    await done(act(of, id, 'skip', mondayAfter(3)))
    await done(moveOccurrence(of, id, mondayAfter(4), { startAt: mondayAfter(4.5) }))
    const before = await statesIn(of, 8)
    const { body } = await patchTask(of, id, { applyFrom: mondayAfter(2), title: 'New' })
    expect(body.splitInto).toEqual(expect.any(String))
    expect(body.recurrence.rule).toMatch(/^FREQ=WEEKLY;UNTIL=/)
    const after = await statesIn(of, 8)
    expect(after).toEqual(
      before.map(([startAt, status, title]: string[], index: number) => [startAt, status, index < 2 ? title : 'New']),
    )
    const next = await readTask(of, body.splitInto)
    expect(next.body).toMatchObject({
      title: 'New',
      startAt: mondayAfter(2),
      recurrence: { rule: 'FREQ=WEEKLY;COUNT=4' },
      nextOccurrenceAt: mondayAfter(2),
    })
    await done(act(of, id, 'complete', mondayAfter(1)))
    expect((await readTask(of, id)).body.status).toBe('completed')
    expect((await eventsOfTask(body.splitInto, 1)).map(({ type }) => type)).toEqual(['task.created'])
  })

  it('goes on where it is split, too, when all of its fields are sent back, and not before the occurrence before', async () => {
    const of = await tenant()
    const recurrence = { rule: 'FREQ=WEEKLY;COUNT=6', exceptions: [mondayAfter(1), mondayAfter(4)] }
    const { id, startAt } = await taskOf(of, { recurrence })
    const form = { startAt, recurrence, title: 'New', applyFrom: mondayAfter(2) }
    // Two hours before the Monday before, at which there is an exception only: it is one of the occurrences of the rule.
    const early = new Date(Date.parse(mondayAfter(1)) - 7_200_000).toISOString()
    expectRefused(await patchTask(of, id, { ...form, startAt: early }), 'invalid_input')
    const { splitInto } = await done(patchTask(of, id, form))
    const split = [firstMonday, mondayAfter(2), mondayAfter(3), mondayAfter(5)]
    expect((await statesIn(of, 8)).map(([at]: string[]) => at)).toEqual(split)
    const earlier = new Date(Date.parse(mondayAfter(3)) - 3_600_000).toISOString()
    const again = { applyFrom: mondayAfter(3), startAt: earlier, recurrence: { rule: 'FREQ=WEEKLY;COUNT=2' } }
    await done(patchTask(of, splitInto, again))
    const hourEarlier = (weeks: number) => new Date(Date.parse(mondayAfter(weeks)) - 3_600_000).toISOString()
    const moved = [firstMonday, mondayAfter(2), hourEarlier(3), hourEarlier(4)]
    expect((await statesIn(of, 8)).map(([at]: string[]) => at)).toEqual(moved)
  })

  it('keeps what was completed ahead when its start, its zone or its end changes', async () => {
    const of = await tenant()
    const completedIn = async (weeks: number) =>
      (await statesIn(of, weeks, { status: 'completed' })).map(([at]: string[]) => at)
    const { id } = await taskOf(of, weekly)
    for (const weeks of [0, 3]) await done(act(of, id, 'complete', mondayAfter(weeks)))
    await done(act(of, id, 'skip', mondayAfter(4)))
    const done3 = [firstMonday, mondayAfter(3)]
    await done(patchTask(of, id, { startAt: mondayAfter(2.5) }))
    expect(await completedIn(4)).toEqual(done3)
    await done(patchTask(of, id, { timezone: 'Asia/Kolkata' }))
    expect(await completedIn(4)).toEqual(done3)
    await done(patchTask(of, id, { startAt: firstMonday, recurrence: { rule: 'FREQ=WEEKLY;UNTIL=20350110T000000Z' } }))
    expect(await completedIn(4)).toEqual(done3)
    await done(patchTask(of, id, { startAt: mondayAfter(30), recurrence: weekly.recurrence }))
    expect(await statesIn(of, 6)).toEqual(done3.map((at) => [at, 'completed', 'Call the tenant']))
  })

  it('with the longest rule that is taken can be split, changed and read afterwards', async () => {
    const of = await tenant()
    const rule = `FREQ=WEEKLY;BYDAY=MO${',MO'.repeat(159)}`
    expect(rule).toHaveLength(497)
    const { id } = await taskOf(of, { recurrence: { rule } })
    const ended = await done(patchTask(of, id, { applyFrom: mondayAfter(2), title: 'New' }))
    expect((await statesIn(of, 3)).map(([at]: string[]) => at)).toEqual([firstMonday, mondayAfter(1), mondayAfter(2)])
    await done(act(of, id, 'complete', firstMonday))
    const { recurrence, startAt } = ended
    expect(await done(patchTask(of, id, { recurrence, startAt, title: 'Old' }))).toMatchObject({ title: 'Old' })
    expectRefused(await patchTask(of, id, { recurrence: { rule: `${recurrence.rule};WKST=SU` } }), 'invalid_recurrence')
  })

  it('that has no occurrence left can still be changed', async () => {
    const of = await tenant()
    const { id } = await taskOf(of, { recurrence: { rule: 'FREQ=WEEKLY', exceptions: [firstMonday] } })
    await done(patchTask(of, id, { applyFrom: mondayAfter(1), title: 'New' }))
    expect(await done(patchTask(of, id, { title: 'Old' }))).toMatchObject({ title: 'Old', status: 'completed' })
  })

  it('does not bring back a move with the occurrence that the rule had lost', async () => {
    const of = await tenant()
    const both = { recurrence: { rule: 'FREQ=WEEKLY;BYDAY=MO,WE' } }
    const { id } = await taskOf(of, both)
    const wednesday = new Date(Date.parse(firstMonday) + 2 * 86_400_000).toISOString()
    await done(moveOccurrence(of, id, wednesday, { startAt: mondayAfter(4.5) }))
    await done(patchTask(of, id, weekly))
    await done(patchTask(of, id, both))
    expect((await statesIn(of, 1)).map(([at]: string[]) => at)).toEqual([firstMonday, wednesday])
    await done(act(of, id, 'complete', firstMonday))
    expect((await readTask(of, id)).body.nextOccurrenceAt).toBe(wednesday)
  })

  it('is not split where it has no occurrence, and changes as a whole from its first one on', async () => {
    const { id } = await taskOf(home, weekly)
    expectRefused(await patchTask(home, id, { applyFrom: mondayAfter(0.5) }), 'invalid_occurrence')
    expect((await patchTask(home, id, { applyFrom: firstMonday, title: 'New' })).body).toMatchObject({
      title: 'New',
      splitInto: null,
    })
    const { id: single } = await taskOf(home)
    expectRefused(await patchTask(home, single, { applyFrom: firstMonday }), 'invalid_occurrence')
  })
})
